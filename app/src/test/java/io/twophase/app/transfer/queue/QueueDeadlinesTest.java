package io.twophase.app.transfer.queue;

import static io.twophase.app.testing.Books.word;
import static io.twophase.app.testing.Patiently.await;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever waits in the queue is answered at the deadline, whatever other threads do. */
@Timeout(60)
class QueueDeadlinesTest {

  /** So soon the alarm looks at the clock. */
  private static final Duration SHORT = Duration.ofMillis(20);

  private static final Duration LONG = Duration.ofHours(1);

  private final FaultyStore store = Books.faulty(1_000, 0);
  private final GatedStore gated = new GatedStore(store);
  private final SettableClock clock = new SettableClock(Instant.EPOCH);
  private final BlockingQueue<Runnable> batches = new LinkedBlockingQueue<>();
  private final QueueSettings one = QueueSettings.of(100).withBatchesUndecided(1);
  private TwoPhase host = host(one, task -> new Thread(task).start());

  @AfterEach
  void close() {
    gated.open();
    batches.forEach(Runnable::run);
    host.close();
  }

  /** One whose deadlines pass when the clock is turned, and whose patience is real. */
  private TwoPhase host(QueueSettings queue, Executor executor) {
    EngineSettings engine =
        EngineSettings.of(application("test")).withPatience(Duration.ofMillis(200));
    return TwoPhase.over(gated.store())
        .settings(new TwoPhaseSettings(engine, queue))
        .ticker(clock)
        .executor(executor)
        .build();
  }

  private CompletableFuture<TransactionOutcome> submit(String id) {
    return host.transfers().submit(Books.request(id, 1));
  }

  private CompletableFuture<TransactionOutcome> submitWithin(String id) {
    return host.within(SHORT, () -> submit(id));
  }

  private Lookup.Kind record(String id) {
    return Books.find(store, id).kind();
  }

  private void beginAsAnother() {
    new DocumentWrites(store).begin(Books.request("t", 1).transaction().get());
  }

  @Test
  void whatWaitsForItsBatchIsNotAskedAnyMore() throws InterruptedException {
    CountDownLatch held = gated.stopAt("place");
    CompletableFuture<TransactionOutcome> first = submit("first");
    held.await();
    CompletableFuture<TransactionOutcome> late = submitWithin("late");
    assertThat(host.counters().waiting()).isEqualTo(1);

    clock.advance(SHORT);

    assertThat(late.join())
        .isEqualTo(
            new TransactionOutcome.NotAsked(transactionId("late"), "the deadline has passed"));
    assertThat(host.counters().waiting()).isZero();
    assertThat(first).isNotDone();
    gated.open();
    assertThat(word(first.join())).isEqualTo("applied");
    assertThat(record("late")).isEqualTo(Lookup.Kind.ABSENT);
  }

  @Test
  void whatIsUnderWayIsNotKnownAndAskingAgainResolvesIt() throws InterruptedException {
    CountDownLatch held = gated.stopAt("place");
    CompletableFuture<TransactionOutcome> late = submitWithin("late");
    held.await();

    clock.advance(SHORT);

    assertThat(late.join())
        .isEqualTo(
            new TransactionOutcome.Unknown(
                transactionId("late"), "the deadline has passed while it was under way"));
    CompletableFuture<TransactionOutcome> again = submit("late");
    gated.open();
    assertThat(word(again.join())).isEqualTo("applied");
    // the first had no more time: its batch was given up after the hold
    assertThat(gated.calls()).doesNotContainSequence("place", "move", "end", "move");
  }

  /** Its first is at work, or waits for its batch. */
  @ParameterizedTest
  @ValueSource(strings = {"t", "before"})
  void aSecondTicketOfAnIdIsNotKnown(String atWork) throws InterruptedException {
    CountDownLatch held = gated.stopAt("place");
    CompletableFuture<TransactionOutcome> before = submit(atWork);
    held.await();
    CompletableFuture<TransactionOutcome> first = submit("t");
    CompletableFuture<TransactionOutcome> late = submitWithin("t");

    clock.advance(SHORT);

    assertThat(word(late.join())).isEqualTo("unknown");
    assertThat(host.counters().unknown()).isEqualTo(1);
    gated.open();
    assertThat(word(before.join())).isEqualTo("applied");
    assertThat(word(first.join())).isEqualTo("applied");
    assertThat(host.counters().waiting()).isZero();
  }

  @Test
  void oneThatFindsNoRoomAndWhoseIdIsAtWorkIsNotKnown() throws InterruptedException {
    host =
        host(
            QueueSettings.of(1).withQueue(1).withBatchesInFlight(1),
            task -> new Thread(task).start());
    CountDownLatch held = gated.stopAt("place");
    CompletableFuture<TransactionOutcome> first = submit("t");
    held.await();
    CompletableFuture<TransactionOutcome> full = submit("full");

    Thread.currentThread().interrupt();
    CompletableFuture<TransactionOutcome> again = submit("t");
    CompletableFuture<TransactionOutcome> other = submit("other");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(word(again.join())).isEqualTo("unknown");
    assertThat(word(other.join())).isEqualTo("not asked");
    gated.open();
    assertThat(word(first.join())).isEqualTo("applied");
    assertThat(word(full.join())).isEqualTo("applied");
    assertThat(host.counters().waiting()).isZero();
  }

  @Test
  void aBatchHasTheTimeOfTheCallerWhoHasMost() throws InterruptedException {
    host = host(one, batches::add);
    CompletableFuture<TransactionOutcome> unhurried = submit("unhurried");
    CompletableFuture<TransactionOutcome> late = submitWithin("late");
    CountDownLatch held = gated.stopAt("place");
    new Thread(batches.take()).start();
    held.await();

    clock.advance(SHORT);

    assertThat(word(late.join())).isEqualTo("unknown");
    assertThat(unhurried).isNotDone();
    gated.open();
    assertThat(word(unhurried.join())).isEqualTo("applied");
    assertThat(submit("late")).isNotNull();
    new Thread(batches.take()).start();
    await().until(() -> record("late") == Lookup.Kind.FOUND);
  }

  @Test
  void aQueueThatStaysFullIsNotWaitedForAnyLonger() {
    host = host(one.withQueue(1), batches::add);
    CompletableFuture<TransactionOutcome> first = submit("first");
    CompletableFuture<TransactionOutcome> turning =
        CompletableFuture.supplyAsync(() -> submitWithin("late").join());
    await()
        .until(
            () -> {
              clock.advance(SHORT);
              return turning.isDone();
            });

    assertThat(word(turning.join())).isEqualTo("not asked");
    assertThat(first).isNotDone();
  }

  @Test
  void whatWaitsForAnothersWorkIsNotKnown() {
    beginAsAnother();
    CompletableFuture<TransactionOutcome> late =
        CompletableFuture.supplyAsync(
            () -> host.within(LONG, () -> host.transfers().transfer(Books.request("t", 1))));
    await().until(() -> host.counters().blocked() == 1);

    clock.advance(LONG);

    assertThat(word(late.join())).isEqualTo("unknown");
    await().until(() -> host.counters().blocked() == 0);
  }

  @Test
  void whatWaitsForAnothersWorkIsAnsweredThoughNobodyTriesItAgain() throws Exception {
    host = host(one, batches::add);
    beginAsAnother();
    CompletableFuture<TransactionOutcome> late =
        CompletableFuture.supplyAsync(
            () -> host.within(SHORT, () -> host.transfers().transfer(Books.request("t", 1))));
    await().until(() -> host.counters().blocked() == 1);

    clock.advance(SHORT);

    assertThat(word(late.get())).isEqualTo("unknown");
  }
}
