package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.transaction.TransactionRefusal.NameTooLarge;
import io.twophase.domain.transaction.TransactionRefusal.RecordTooLarge;
import io.twophase.domain.transaction.TransactionRefusal.SameDocument;
import io.twophase.domain.transaction.TransactionRefusal.TooManyOperations;
import io.twophase.domain.value.Value;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransactionRefusalTest {

  private static final SameDocument SAME_DOCUMENT =
      new SameDocument(new DocumentRef(CollectionName.of("orders"), new Value.Int32(7)));

  @Test
  void theirMessagesNameWhatIsWrong() {
    assertThat(SAME_DOCUMENT.message())
        .isEqualTo("document orders 7 occurs twice: a transaction touches a document once");
    assertThat(new TooManyOperations(3, 2).message()).isEqualTo("3 operations, at most 2");
    assertThat(new RecordTooLarge(30, 20).message())
        .isEqualTo("the operations take 30 bytes, at most 20");
    assertThat(new NameTooLarge(CollectionName.of("orders"), 30, 20).message())
        .isEqualTo(
            "an _id or the path to a field, of a document in orders, takes 30 bytes, at most 20");
  }

  @Test
  void reasonsForACancelNameWhatIsWrong() {
    assertThat(new CancelReason.NeverBegun().message())
        .isEqualTo("never begun: a hold of it was found without a record, and released");
    assertThat(new CancelReason.Expired(NOW).message())
        .isEqualTo("expired at 2026-01-02T03:04:05Z and was voided");
    assertThat(new PeriodRefusal.NoSuchPeriod(new PeriodName("2026-11")).message())
        .isEqualTo("there is no period 2026-11");
    assertThat(new HoldRefusal.ForeignHold(transactionId("t"), epoch(2), debit("A", usd("1"))))
        .extracting(HoldRefusal::message, HoldRefusal::account)
        .containsExactly(
            "account A has a hold under the id t that is not this transaction's: a debit of"
                + " 1.00 USD at epoch 2, left by an earlier transaction of that id; scrub"
                + " releases it",
            accountId("A"));
    CancelReason unlimited = new CancelReason.Requested("x".repeat(600));
    assertThat(unlimited.inBatch())
        .isEqualTo(new CancelReason.Requested(Reason.cut("x".repeat(600))));
    assertThat(new CancelReason.Recovered().inBatch()).isEqualTo(new CancelReason.Recovered());
    assertThat(unlimited.said()).isSameAs(unlimited);
    assertThat(Reason.cut("x".repeat(500))).isEqualTo("x".repeat(500));
  }

  @Test
  void whoAsksUnderTheIdOfAnotherIsToldWhatDiffers() {
    NewTransaction asked = transfer("t", "A", "B", usd("1"));
    Transaction there = recordOf(transfer("t", "A", "B", usd("2"))).build();
    Refusal.IdReused known = Refusal.IdReused.by(Optional.of(there), asked);
    Refusal.IdReused removed = Refusal.IdReused.by(Optional.empty(), asked);
    String differs = "amount: 2.00 USD stored, 1.00 USD asked";
    assertThat(known.message()).isEqualTo("transaction t exists with other figures: " + differs);
    assertThat(removed.message())
        .isEqualTo(
            "transaction t was another one: its record was removed since, and the digest of what it"
                + " asked for differs");
    assertThat(new Refusal.IdReused(asked.id(), Optional.empty(), known.differences()).message())
        .endsWith("its record was removed since, and differs: " + differs);
  }
}
