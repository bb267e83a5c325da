package io.twophase.app.transfer.queue;

import static io.twophase.app.testing.Patiently.await;
import static io.twophase.app.transfer.queue.QueueFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.ThreadPause;
import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A transfer that has to wait for others' work holds up neither its batch nor others. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockedTransfersTest extends QueueFixture {

  private static final QueueSettings ONE_AT_A_TIME =
      QueueSettings.of(10).withBatchesInFlight(1).withBatchesUndecided(1);

  @Test
  void thoseThatComeDuringAPauseAndAreLeftOverPauseNoLessThanNothing() {
    for (int n = 0; n < 3; n++) {
      beginAsAnother("w" + n);
    }
    AtomicReference<TwoPhase> asked = new AtomicReference<>();
    List<CompletableFuture<TransactionOutcome>> blocked = new CopyOnWriteArrayList<>();
    AtomicInteger pauses = new AtomicInteger();
    CountDownLatch looking = new CountDownLatch(6);
    TwoPhase host =
        host(
            QueueSettings.of(1),
            builder ->
                builder.pause(
                    duration -> {
                      if (pauses.incrementAndGet() == 2) {
                        // this pause is twice as long as those of the two that come
                        blocked.addAll(
                            List.of(
                                asked.get().transfers().submit(request("w1")),
                                asked.get().transfers().submit(request("w2"))));
                        await().until(() -> asked.get().counters().blocked() == 3);
                      }
                      new ThreadPause().pause(duration);
                      looking.countDown();
                    }));
    asked.set(host);
    blocked.add(host.transfers().submit(request("w0")));
    await().until(() -> looking.getCount() == 0 || blocked.get(0).isDone());

    assertThat(blocked).hasSize(3).noneMatch(CompletableFuture::isDone);
    for (int n = 0; n < 3; n++) {
      finishAsAnother("w" + n);
    }
    areApplied(blocked);
  }

  @Test
  void whereNobodyCanWaitForOneItIsGivenUpAndAskingAgainHasItsOutcome() {
    use(new HoldLimit(1));
    AtomicBoolean isBroken = new AtomicBoolean(true);
    CountDownLatch asked = new CountDownLatch(1);
    TwoPhase host =
        host(
            ONE_AT_A_TIME,
            builder ->
                builder.pause(
                    duration -> {
                      if (isBroken.getAndSet(false)) {
                        await().until(() -> asked.getCount() == 0);
                        throw new IllegalStateException("no pause");
                      }
                      new ThreadPause().pause(duration);
                    }));
    beginAsAnother("holder");
    holdAsAnother("holder");
    var full = host.transfers().submit(request("full", "A", "D"));
    var blockedWhenAnswered = full.handle((outcome, broken) -> host.counters().blocked());
    asked.countDown();

    assertThat(full)
        .failsWithin(Duration.ofSeconds(50))
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("no pause");
    assertThat(blockedWhenAnswered).succeedsWithin(Duration.ofSeconds(50)).isEqualTo(0);
    assertThat(host.transfers().submit(request("full", "A", "D")))
        .succeedsWithin(Duration.ofSeconds(50))
        .isInstanceOfSatisfying(
            TransactionOutcome.Refused.class,
            refused -> assertThat(refused.reason().kind()).isEqualTo("AccountBusy"));
  }

  /** The clock fails at one call: as the batch begins, as it leaves the transfer, or at a try. */
  @Test
  void whereverTheClockFailsClosingEnds() {
    for (int at = 1; at <= 12; at++) {
      String id = "w" + at;
      beginAsAnother(id);
      AtomicInteger left = new AtomicInteger(at);
      TwoPhase host =
          host(
              ONE_AT_A_TIME,
              Duration.ofMillis(30),
              builder ->
                  builder.ticker(
                      () -> {
                        assertThat(left.getAndDecrement()).isNotZero();
                        return Duration.ofNanos(System.nanoTime());
                      }));

      CompletableFuture<TransactionOutcome> blocked = host.transfers().submit(request(id));

      await().until(blocked::isDone);
      // the clock may fail as it is closed, and no more after that
      await().until(CompletableFuture.runAsync(host::close)::isDone);
      left.set(Integer.MAX_VALUE);
    }
  }
}
