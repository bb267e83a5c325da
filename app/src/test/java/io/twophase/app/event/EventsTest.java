package io.twophase.app.event;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.event.Events.ConsumerStatus;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberingResult;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventsTest extends OneBank {

  private static final ConsumerName MAIL = new ConsumerName("mail");
  private static final ConsumerName LEDGER = new ConsumerName("ledger");

  private final List<String> read = new ArrayList<>();

  private Consumed consume(ConsumerName name, int limit) {
    return host.events().consume(name, limit, page -> page.forEach(event -> read.add(text(event))));
  }

  private static String text(Event event) {
    return event.transaction() instanceof TransactionLookup.Found found
        ? found.record().id() + " " + found.record().state()
        : event.transaction().toString();
  }

  @Test
  void theyAreOffUntilTheyAreTurnedOn() {
    transfer("t1");

    assertThat(host.events().areOn()).isFalse();
    assertThat(consume(MAIL, 10)).isEqualTo(new Consumed.Noted(0, EventPosition.START));

    host.events().turnOn();
    transfer("t2");
    consume(MAIL, 10);

    assertThat(host.events().areOn()).isTrue();
    assertThat(read).containsExactly("t2 DONE");
  }

  @Test
  void whatIsAppliedAndWhatIsRefusedIsReadInItsOrder() {
    host.events().turnOn();
    transfer("t3");
    transfer("dear", "t2");

    Consumed consumed = consume(MAIL, 10);

    assertThat(read).containsExactly("t3 DONE", "dear CANCELED", "t2 DONE");
    assertThat(consumed).isEqualTo(new Consumed.Noted(3, EventPosition.behind(3)));
    assertThat(consume(MAIL, 10)).isEqualTo(new Consumed.Noted(0, EventPosition.behind(3)));
    assertThat(read).hasSize(3);
  }

  @Test
  void eachConsumerHasItsOwnPosition() {
    host.events().turnOn();
    transfer("t1", "t2", "t3");

    consume(MAIL, 2);
    consume(LEDGER, 10);
    consume(MAIL, 2);

    assertThat(read)
        .containsExactly("t1 DONE", "t2 DONE", "t1 DONE", "t2 DONE", "t3 DONE", "t3 DONE");
    assertThat(host.events().consumers())
        .containsExactly(
            new ConsumerStatus(LEDGER, EventPosition.behind(3), 0),
            new ConsumerStatus(MAIL, EventPosition.behind(3), 0));
  }

  @Test
  void transfersOfABatchAreReadOneByOneInTheirOrder() {
    host.events().turnOn();
    batch("t2", "t1", "dear");
    assertThat(host.transactions().find(transactionId("t1")))
        .isInstanceOfSatisfying(
            TransactionLookup.Found.class, found -> assertThat(found.batch()).isNotEmpty());
    transfer("t4");

    assertThat(consume(MAIL, 2)).isEqualTo(new Consumed.Noted(2, new EventPosition(0, 2)));
    assertThat(host.events().consumers().get(0).behind()).isEqualTo(2);
    assertThat(consume(MAIL, 2)).isEqualTo(new Consumed.Noted(2, EventPosition.behind(2)));

    assertThat(read).containsExactly("t2 DONE", "t1 DONE", "dear CANCELED", "t4 DONE");
  }

  /** Nothing at all says that no event follows. */
  @Test
  void aNumberWithoutAnEventIsPassedOver() {
    host.events().turnOn();
    List<RecordId> never = List.of(new RecordId("never-1"), new RecordId("never-2"));
    never.forEach(id -> store.records().insert(List.of(NewRecord.tombstone(id))));
    store.events().give(1, never);
    store.events().confirm(2);
    transfer("t1");
    host.events().number();

    assertThat(host.events().read(EventPosition.START, 1).events()).hasSize(1);
    assertThat(consume(MAIL, 1)).isEqualTo(new Consumed.Noted(1, EventPosition.behind(3)));
    assertThat(read).containsExactly("t1 DONE");
    assertThat(consume(MAIL, 1)).isEqualTo(new Consumed.Noted(0, EventPosition.behind(3)));
  }

  @Test
  void whereTheHandlerThrowsThePositionStays() {
    host.events().turnOn();
    transfer("t1");

    assertThatThrownBy(
            () ->
                host.events()
                    .consume(
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
    host.events().turnOn();
    transfer("t1", "t2");

    Consumed slow = host.events().consume(MAIL, 1, page -> consume(MAIL, 10));

    assertThat(slow).isEqualTo(new Consumed.MovedByAnother(1));
    assertThat(host.events().consumers().get(0).position()).isEqualTo(EventPosition.behind(2));
  }

  @Test
  void moreThanOneCallNumbersAreNumberedByOnePass() {
    host.events().turnOn();
    List<String> ids =
        IntStream.rangeClosed(1, Events.MOST_AT_ONCE + 5).mapToObj(at -> "t" + at).toList();
    host.transfers().transfer(request("t0", "1000"));
    ids.forEach(id -> host.transfers().transfer(request(id, "1000")));

    assertThat(host.events().number()).isEqualTo(NumberingResult.ALL_NUMBERED);

    while (host.events()
            .consume(MAIL, 300, page -> page.forEach(event -> read.add(text(event))))
            .events()
        > 0) {
      assertThat(read).doesNotHaveDuplicates();
    }
    assertThat(read).hasSize(ids.size() + 1).startsWith("t0 " + State.CANCELED);
  }

  /** Else a consumer would get no event as long as others go on. */
  @Test
  void aPassEndsThoughMoreIsDecidedAllTheTime() {
    host.events().turnOn();
    transfer("t1");
    AtomicInteger more = new AtomicInteger();
    Store busy =
        Books.at(
            store,
            "unnumbered",
            call -> {
              assertThat(more.get()).isLessThan(10);
              host.transfers().transfer(request("more" + more.incrementAndGet(), "1000"));
              return call.make();
            });

    assertThat(new Numbering(busy.events()).run()).isEqualTo(NumberingResult.ALL_NUMBERED);
    assertThat(host.events().read(EventPosition.START, 10).events())
        .extracting(EventsTest::text)
        .containsExactly("t1 DONE", "more1 CANCELED");
  }

  @Test
  void aForgottenConsumerBeginsAnew() {
    host.events().turnOn();
    transfer("t1");
    consume(MAIL, 10);

    assertThat(host.events().forget(MAIL)).isTrue();
    assertThat(host.events().forget(MAIL)).isFalse();
    assertThat(host.events().consumers()).isEmpty();
    consume(MAIL, 10);

    assertThat(read).containsExactly("t1 DONE", "t1 DONE");
  }

  @Test
  void whatIsNumberedCanBeReadOnceTheyAreTurnedOff() {
    host.events().turnOn();
    transfer("t1");
    host.events().number();
    host.events().turnOff();
    transfer("t2");

    consume(MAIL, 10);

    assertThat(read).containsExactly("t1 DONE");
  }

  @Test
  void aLimitOutOfRangeIsRefused() {
    assertThatThrownBy(() -> consume(MAIL, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> host.events().read(EventPosition.START, Events.MOST_AT_ONCE + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
