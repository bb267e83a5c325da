package io.twophase.app.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.event.Events.ConsumerStatus;
import io.twophase.app.testing.OneBank;
import io.twophase.app.transfer.Order;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.ports.EventRepository;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.RecordQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Retention waits for those who read events. Once it has removed records, their numbers go, and
 * consumers read what is left.
 */
class TrimmingTest extends OneBank {

  private static final ConsumerName MAIL = new ConsumerName("mail");
  private static final ConsumerName LATER = new ConsumerName("later");

  @BeforeEach
  void turnOn() {
    host.events().turnOn();
  }

  private EventRepository events() {
    return store.events();
  }

  private List<String> consume(ConsumerName name, int limit) {
    List<String> read = new ArrayList<>();
    host.events()
        .consume(
            name,
            limit,
            page ->
                page.forEach(
                    event ->
                        read.add(
                            event.transaction() instanceof TransactionLookup.Found found
                                ? found.record().id().value()
                                : "gone")));
    return read;
  }

  private void aDayLater() {
    now = now.plus(DAY);
    host.retention().pass();
  }

  private List<Long> numbers() {
    return events().numbered(0).stream().map(NumberedRecord::number).toList();
  }

  @Test
  void theNumbersOfRecordsThatAreGoneAreTrimmed() {
    transfer("t1", "t2");
    batch("m1", "m2");
    consume(MAIL, 10);
    aDayLater();
    assertThat(events().trimmed()).isEqualTo(3);

    transfer("t3");

    assertThat(consume(MAIL, 10)).containsExactly("t3");
    assertThat(numbers()).containsExactly(4L);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void theNumberOfARecordThatIsThereStaysAndThoseBehindIt() {
    transfer("t1");
    consume(MAIL, 10);
    now = now.plus(DAY.dividedBy(2));
    transfer("t2");
    consume(MAIL, 10);
    now = now.minus(DAY.dividedBy(2));
    aDayLater();

    assertThat(numbers()).containsExactly(2L);
    assertThat(consume(LATER, 10)).containsExactly("t2");
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void whatTheSlowestConsumerHasNotReadStays() {
    transfer("t1", "t2", "t3");
    consume(LATER, 10);
    consume(MAIL, 1);
    aDayLater();

    assertThat(numbers()).containsExactly(2L, 3L);
    assertThat(consume(MAIL, 10)).containsExactly("t2", "t3");
  }

  /** A batch of which each transfer was run before has no transfer to hold back. */
  @Test
  void aBatchOfNoTransfersStaysUntilItsNumberIsRead() {
    transfer("t1", "t2");
    consume(MAIL, 2);
    host.transfers().transferAll(List.of(request("t1"), request("t2")), Order.ANY);
    aDayLater();
    assertThat(consume(MAIL, 10)).isEmpty();
    aDayLater();

    assertThat(numbers()).isEmpty();
    assertThat(store.records().list(RecordQuery.ended(Duration.ZERO, 10))).isEmpty();
  }

  @Test
  void whereThereIsNoConsumerNobodyIsWaitedFor() {
    transfer("t1", "t2");
    host.events().number();
    aDayLater();

    assertThat(numbers()).isEmpty();
    transfer("t3");
    assertThat(consume(MAIL, 10)).containsExactly("t3");
    assertThat(events().consumer(MAIL).orElseThrow().position()).isEqualTo(EventPosition.behind(3));
  }

  @Test
  void aNewConsumerBeginsBehindWhatIsTrimmedAndIsNotBehindIt() {
    transfer("t1", "t2");
    consume(MAIL, 10);
    aDayLater();
    assertThat(consume(LATER, 10)).isEmpty();

    assertThat(host.events().consumers()).extracting(ConsumerStatus::behind).containsOnly(0L);
    assertThat(events().consumer(LATER).orElseThrow().position())
        .isEqualTo(EventPosition.behind(2));
  }

  /** A pass that has slept gives a number again that is trimmed: nobody reads it. */
  @Test
  void aNumberThatComesBackIsNotRead() {
    transfer("t1", "t2");
    consume(MAIL, 10);
    aDayLater();
    transfer("t3");
    host.events().number();

    events().give(1, List.of(new RecordId("t1")));

    assertThat(consume(LATER, 10)).containsExactly("t3");
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void whatHasNoLeafStaysWhereEvidenceIsOn() {
    host.evidence().turnOn();
    transfer("t1", "t2");
    consume(MAIL, 10);
    assertThat(events().evidence().size()).isZero();
    aDayLater();
    assertThat(numbers()).containsExactly(1L, 2L);

    host.evidence().grow();
    host.retention().pass();

    assertThat(numbers()).isEmpty();
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void aRecordOfTheSameIdKeepsItsOwnNumber() {
    transfer("t1");
    consume(MAIL, 10);
    now = now.plus(DAY);
    store.records().remove(List.of(removal("t1")));
    transfer("t1");
    consume(MAIL, 10);

    host.retention().pass();

    assertThat(numbers()).containsExactly(2L);
    assertThat(consume(LATER, 10)).containsExactly("t1");
  }

  @Test
  void whatHasLeftAReceiptIsGoneToo() {
    use(keeping(Optional.of(ReceiptPeriod.FOR_EVER)));
    turnOn();
    transfer("t1");
    consume(MAIL, 10);
    aDayLater();

    assertThat(find("t1")).isInstanceOf(TransactionLookup.Removed.class);
    assertThat(numbers()).isEmpty();
  }

  @Test
  void whatAConsumerHasNotReadStays() {
    assertThat(consume(MAIL, 1)).isEmpty();
    transfer("t1", "t2");
    now = now.plus(DAY);

    assertThat(host.retention().pass().isNothing()).isTrue();
    assertThat(consume(MAIL, 1)).hasSize(1);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(isThere("t1")).isFalse();
    assertThat(isThere("t2")).isTrue();
  }

  @Test
  void aBatchStaysUntilItIsReadToItsEnd() {
    assertThat(consume(MAIL, 1)).isEmpty();
    batch("t1", "t2");
    now = now.plus(DAY);

    assertThat(consume(MAIL, 1)).hasSize(1);
    assertThat(host.retention().pass().isNothing()).isTrue();
    assertThat(consume(MAIL, 1)).hasSize(1);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(2, 1));
    assertThat(isThere("t1")).isFalse();
  }

  @Test
  void nothingWaitsForAConsumerThatIsForgotten() {
    assertThat(consume(MAIL, 1)).isEmpty();
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

    assertThat(consume(MAIL, 10)).containsExactly("gone");
  }
}
