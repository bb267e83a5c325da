package io.twophase.ports;

import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReceiptsTest {

  private static final NewTransaction BODY = transfer("t1", "A", "B", usd("1"));

  private static Receipt receipt(NewTransaction body) {
    return new Receipt(
        body.id(), BodyDigest.of(body), epoch(1), Option.none(), Option.none(), Instant.EPOCH);
  }

  @Test
  void aPeriodIsAboveZeroOrForEver() {
    assertThat(ReceiptPeriod.of(Duration.ofDays(1)).limit()).contains(Duration.ofDays(1));
    assertThat(ReceiptPeriod.FOR_EVER.limit()).isEmpty();
    assertThatThrownBy(() -> ReceiptPeriod.of(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("receipts for PT0S");
    assertThatThrownBy(() -> ReceiptPeriod.of(Duration.ofDays(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMembersReceiptIsOfTheMember() {
    MemberDocument member = new MemberDocument(new BatchId("batch:1"), BODY);

    assertThat(new MemberReceipt(member, receipt(BODY)).document()).isEqualTo(member);
    assertThatThrownBy(() -> new MemberReceipt(member, receipt(transfer("t2", "A", "B", usd("1")))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("receipt of t2 for t1");
  }
}
