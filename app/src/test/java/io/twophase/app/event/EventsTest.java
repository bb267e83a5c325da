package io.twophase.app.event;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.id.ConsumerName;
import io.twophase.domain.numbering.NumberingResult;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventsTest {

  private static final ConsumerName MAIL = new ConsumerName("mail");
  private static final ConsumerName LEDGER = new ConsumerName("ledger");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final TwoPhase host = TwoPhase.over(store).build();
  private final Events events = host.events();
  private final List<String> read = new ArrayList<>();

  @BeforeEach
  void open() {
    store
        .accounts()
        .open(List.of(account("A").opening(usd("10")), account("B").opening(usd("10"))));
  }

  @AfterEach
  void close() {
    host.close();
  }

  private static TransferRequest request(String id, String amount) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), usd(amount));
  }

  private void transfer(String... ids) {
    for (String id : ids) {
      host.transfers().transfer(request(id, "1"));
    }
  }

  /** More than one, so that they share a batch. */
  private void batch(String... ids) {
    host.transfers()
        .transferAll(
            Stream.of(ids).map(id -> request(id, "1")).toList().iterator(),
            Order.AS_GIVEN,
            outcome -> {});
  }

  private Consumed consume(ConsumerName name, int limit) {
    return events.consume(name, limit, page -> page.forEach(event -> read.add(text(event))));
  }

  private static String text(Event event) {
    return event.transaction() instanceof TransactionLookup.Found found
        ? found.record().id() + " " + found.record().state()
        : event.transaction().toString();
  }

  @Test
  void theyAreOffUntilTheyAreTurnedOn() {
    transfer("t1");

    assertThat(events.areKept()).isTrue();
    assertThat(events.areOn()).isFalse();
    assertThat(consume(MAIL, 10)).isEqualTo(new Consumed.Noted(0, EventPosition.START));

    events.turnOn();
    transfer("t2");
    consume(MAIL, 10);

    assertThat(events.areOn()).isTrue();
    assertThat(read).containsExactly("t2 DONE");
  }

  @Test
  void whatIsAppliedAndWhatIsRefusedIsReadInItsOrder() {
    events.turnOn();
    transfer("t3");
    host.transfers().transfer(request("t1", "100"));
    transfer("t2");

    Consumed consumed = consume(MAIL, 10);

    assertThat(read).containsExactly("t3 DONE", "t1 CANCELED", "t2 DONE");
    assertThat(consumed).isEqualTo(new Consumed.Noted(3, EventPosition.behind(3)));
    assertThat(consume(MAIL, 10)).isEqualTo(new Consumed.Noted(0, EventPosition.behind(3)));
    assertThat(read).hasSize(3);
  }

  @Test
  void eachConsumerHasItsOwnPosition() {
    events.turnOn();
    transfer("t1", "t2", "t3");

    consume(MAIL, 2);
    consume(LEDGER, 10);
    consume(MAIL, 2);

    assertThat(read)
        .containsExactly("t1 DONE", "t2 DONE", "t1 DONE", "t2 DONE", "t3 DONE", "t3 DONE");
    assertThat(events.consumers())
        .containsExactly(
            new ConsumerStatus(LEDGER, EventPosition.behind(3), 0),
            new ConsumerStatus(MAIL, EventPosition.behind(3), 0));
  }

  @Test
  void transfersOfABatchAreReadOneByOneInTheirOrder() {
    events.turnOn();
    batch("t2", "t1", "t3");
    assertThat(host.transactions().find(transactionId("t1")))
        .isInstanceOfSatisfying(
            TransactionLookup.Found.class, found -> assertThat(found.batch()).isNotEmpty());
    transfer("t4");

    assertThat(consume(MAIL, 2)).isEqualTo(new Consumed.Noted(2, new EventPosition(0, 2)));
    assertThat(events.consumers().get(0).behind()).isEqualTo(2);
    assertThat(consume(MAIL, 2)).isEqualTo(new Consumed.Noted(2, EventPosition.behind(2)));

    assertThat(read).containsExactly("t2 DONE", "t1 DONE", "t3 DONE", "t4 DONE");
  }

  @Test
  void aRefusedMemberOfABatchIsAnEventToo() {
    events.turnOn();
    host.transfers()
        .transferAll(
            List.of(request("t1", "1"), request("t2", "100")).iterator(),
            Order.AS_GIVEN,
            outcome -> {});

    consume(MAIL, 10);

    assertThat(read).containsExactly("t1 DONE", "t2 CANCELED");
  }

  @Test
  void whereTheHandlerThrowsThePositionStays() {
    events.turnOn();
    transfer("t1");

    assertThatThrownBy(
            () ->
                events.consume(
                    MAIL,
                    10,
                    page -> {
                      throw new IllegalStateException("no mail today");
                    }))
        .hasMessage("no mail today");
    consume(MAIL, 10);

    assertThat(read).containsExactly("t1 DONE");
  }

  @Test
  void anInstanceThatIsOvertakenDoesNotMoveThePosition() {
    events.turnOn();
    transfer("t1", "t2");

    Consumed slow = events.consume(MAIL, 1, page -> consume(MAIL, 10));

    assertThat(slow).isEqualTo(new Consumed.MovedByAnother(1));
    assertThat(events.consumers().get(0).position()).isEqualTo(EventPosition.behind(2));
  }

  @Test
  void moreThanOneCallNumbersAreNumberedByOnePass() {
    events.turnOn();
    List<String> ids =
        IntStream.rangeClosed(1, Events.MOST_AT_ONCE + 5).mapToObj(at -> "t" + at).toList();
    host.transfers().transfer(request("t0", "100"));
    ids.forEach(id -> host.transfers().transfer(request(id, "100")));

    assertThat(events.number()).isEqualTo(NumberingResult.ALL_NUMBERED);

    while (events.consume(MAIL, 300, page -> page.forEach(event -> read.add(text(event)))).events()
        > 0) {
      assertThat(read).doesNotHaveDuplicates();
    }
    assertThat(read).hasSize(ids.size() + 1).startsWith("t0 " + State.CANCELED);
  }

  @Test
  void recoveryNumbersThemToo() {
    events.turnOn();
    transfer("t1");
    host.recovery().numberEvents();

    assertThat(events.read(EventPosition.START, 10).events())
        .extracting(EventsTest::text)
        .containsExactly("t1 DONE");
  }

  @Test
  void aForgottenConsumerBeginsAnew() {
    events.turnOn();
    transfer("t1");
    consume(MAIL, 10);

    assertThat(events.forget(MAIL)).isTrue();
    assertThat(events.forget(MAIL)).isFalse();
    assertThat(events.consumers()).isEmpty();
    consume(MAIL, 10);

    assertThat(read).containsExactly("t1 DONE", "t1 DONE");
  }

  @Test
  void whatIsNumberedCanBeReadOnceTheyAreTurnedOff() {
    events.turnOn();
    transfer("t1");
    events.number();
    events.turnOff();
    transfer("t2");

    consume(MAIL, 10);

    assertThat(read).containsExactly("t1 DONE");
  }

  @Test
  void aLimitOutOfRangeIsRefused() {
    assertThatThrownBy(() -> consume(MAIL, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> events.read(EventPosition.START, Events.MOST_AT_ONCE + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aStoreWithoutEventsSaysSo() {
    try (TwoPhase without = TwoPhase.over(store.accounts(), store.transactions()).build()) {
      assertThat(without.events().areKept()).isFalse();
      assertThatThrownBy(without.events()::turnOn)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("keeps no events");
      without.recovery().pass(RecoveryRequest.olderThan(Duration.ofMinutes(30)), recovered -> {});
      without.recovery().numberEvents();
    }
  }
}
