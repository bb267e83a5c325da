package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.OneBank;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.record.TransactionLookup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Retention waits for those who read events. */
@Timeout(60)
class UnreadEventsTest extends OneBank {

  private static final ConsumerName MAIL = new ConsumerName("mail");

  @BeforeEach
  void turnOn() {
    host.events().turnOn();
  }

  private List<String> read(int limit) {
    List<String> read = new ArrayList<>();
    host.events()
        .consume(
            MAIL, limit, page -> page.forEach(event -> read.add(event.transaction().toString())));
    return read;
  }

  @Test
  void whatAConsumerHasNotReadStays() {
    host.events().consume(MAIL, 1, page -> {});
    transfer("t1", "t2");
    now = now.plus(DAY);

    assertThat(host.retention().pass().isNothing()).isTrue();
    assertThat(read(1)).hasSize(1);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(isThere("t1")).isFalse();
    assertThat(isThere("t2")).isTrue();
  }

  @Test
  void aBatchStaysUntilItIsReadToItsEnd() {
    host.events().consume(MAIL, 1, page -> {});
    batch("t1", "t2");
    now = now.plus(DAY);

    assertThat(read(1)).hasSize(1);
    assertThat(host.retention().pass().isNothing()).isTrue();
    assertThat(read(1)).hasSize(1);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(2, 1));
    assertThat(isThere("t1")).isFalse();
  }

  @Test
  void nothingWaitsForAConsumerThatIsForgotten() {
    host.events().consume(MAIL, 1, page -> {});
    transfer("t1");
    now = now.plus(DAY);
    host.events().forget(MAIL);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(1, 0));
  }

  /** As where the server removes records: its numbers are trimmed by nobody. */
  @Test
  void whatIsGoneIsToldByItsId() {
    transfer("t1");
    host.events().number();
    store.records().remove(List.of(removal("t1")));

    assertThat(read(10))
        .containsExactly(new TransactionLookup.Absent(transactionId("t1")).toString());
  }
}
