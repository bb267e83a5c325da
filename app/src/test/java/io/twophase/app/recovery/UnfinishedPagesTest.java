package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.clock.SettableClock;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What changes between two pages neither hides a record nor is it shown again in its old place. */
class UnfinishedPagesTest {

  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final TransactionRepository records = InMemoryStore.create(clock).transactions();
  private final List<String> shown = new ArrayList<>();

  @BeforeEach
  void beginThree() {
    for (String id : List.of("t1", "t2", "t3")) {
      records.begin(
          List.of(
              new NewRecord.Begun(
                  transfer(id, "A", "B", cents(1)), application("test"), token(id))));
    }
    clock.advance(Duration.ofSeconds(1));
  }

  private UnfinishedPages pages(TransactionRepository those) {
    return new UnfinishedPages(those, Duration.ZERO, Option.none());
  }

  private void show(List<TransactionLookup> page) {
    for (TransactionLookup lookup : page) {
      shown.add(
          lookup instanceof TransactionLookup.Found found
              ? found.record().id().value()
              : ((TransactionLookup.Unreadable) lookup).id());
    }
  }

  private void advance(Transition... transitions) {
    records.advance(List.of(transitions));
  }

  @Test
  void oneThatIsFinishedMeanwhileHidesNoOther() {
    UnfinishedPages pages = pages(records);
    show(pages.next(1));
    advance(new Transition.Decide(transactionId("t1"), epoch(1)));
    advance(new Transition.Finish(transactionId("t1")));
    while (pages.hasNext()) {
      show(pages.next(1));
    }

    assertThat(shown).containsExactly("t1", "t2", "t3");
  }

  @Test
  void oneThatChangesMeanwhileComesAgainAtTheEnd() {
    UnfinishedPages pages = pages(records);
    show(pages.next(2));
    advance(new Transition.Decide(transactionId("t2"), epoch(1)));
    while (pages.hasNext()) {
      show(pages.next(2));
    }

    assertThat(shown).containsExactly("t1", "t2", "t3", "t2");
  }

  @Test
  void whatCannotBeReadIsShownOnce() {
    UnfinishedPages pages = pages(UnreadableFirst.over(records, 3));
    while (pages.hasNext()) {
      show(pages.next(2));
    }

    assertThat(shown)
        .containsExactly("unreadable-0", "unreadable-1", "unreadable-2", "t1", "t2", "t3");
  }
}
