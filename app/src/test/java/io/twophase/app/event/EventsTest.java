package io.twophase.app.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.testing.Books;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberingResult;
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
  void aLimitOutOfRangeIsRefused() {
    assertThatThrownBy(() -> consume(MAIL, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> host.events().read(EventPosition.START, Events.MOST_AT_ONCE + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
