package io.twophase.app.transfer.queue;

import static io.twophase.app.transfer.queue.QueueFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.test.contract.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the executor of a host does, each transfer is made and has its answer. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExecutorsTest extends QueueFixture {

  @AutoClose("shutdownNow")
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private TwoPhase host(Executor executor) {
    return host(QueueSettings.of(2), builder -> builder.executor(executor));
  }

  private void allAreApplied(TwoPhase host, String prefix) {
    areApplied(submit(host, prefix, 9));
  }

  @Test
  void oneThatCannotMakeAThreadLeavesTheWorkToItsCallers() {
    AtomicInteger thrown = new AtomicInteger();
    TwoPhase host =
        host(
            task -> {
              thrown.incrementAndGet();
              throw new OutOfMemoryError("unable to create native thread");
            });

    allAreApplied(host, "t");

    assertThat(thrown).hasPositiveValue();
    assertThat(balance("B")).isEqualTo(9);
  }

  @Test
  void oneThatRejectsForAMomentHandsNobodyBack() throws InterruptedException {
    AtomicInteger left = new AtomicInteger(0);
    TwoPhase host =
        host(
            task -> {
              if (left.getAndDecrement() > 0) {
                throw new RejectedExecutionException("for a moment");
              }
              threads.execute(task);
            });
    CountDownLatch held = gated.stopAt("place");
    var first = host.transfers().submit(request("first"));
    var second = host.transfers().submit(request("second"));
    held.await();
    List<CompletableFuture<TransactionOutcome>> waiting = new ArrayList<>();
    waiting.add(host.transfers().submit(request("third")));
    left.set(1);
    gated.open();

    allAreApplied(host, "t");
    assertThat(List.of(first.join(), second.join(), waiting.get(0).join()))
        .hasOnlyElementsOfType(TransactionOutcome.Applied.class);
  }

  @Test
  void oneThatThrowsAndYetRunsTheTaskRunsItOnce() {
    TwoPhase host =
        host(
            task -> {
              task.run();
              threads.execute(task);
              throw new IllegalStateException("after all");
            });

    allAreApplied(host, "t");

    assertThat(balance("B")).isEqualTo(9);
    assertThat(gated.sizesOf("insert").stream().mapToInt(size -> size).sum()).isEqualTo(9);
  }

  /** Runs tasks on the threads of callers, and notes the deepest stack of them. */
  private static Executor noting(AtomicInteger deepest) {
    return task -> {
      deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
      task.run();
    };
  }

  @Test
  void aLongQueueThatOneCallerHasToRunNeedsNoDeepStack() throws InterruptedException {
    AtomicInteger deepest = new AtomicInteger();
    TwoPhase host =
        host(
            QueueSettings.of(1).withQueue(300).withBatchesInFlight(1),
            builder -> builder.executor(noting(deepest)));
    CountDownLatch held = gated.stopAt("place");
    Thread caller = new Thread(() -> host.transfers().transfer(request("first")));
    caller.start();
    held.await();
    List<CompletableFuture<TransactionOutcome>> rest = submit(host, "t", 300);
    gated.open();

    areApplied(rest);
    caller.join();
    assertThat(deepest.get()).isBetween(1, 120);
  }

  @Test
  void onCallersThreadsNoBatchRunsWithinAnother() {
    int each = 400;
    AtomicInteger deepest = new AtomicInteger();
    TwoPhase host =
        host(
            QueueSettings.of(2).withBatchesUndecided(3),
            builder -> builder.executor(noting(deepest)));

    List<Long> known =
        Race.of(
            8,
            caller ->
                IntStream.range(0, each)
                    .mapToObj(n -> request(caller + "-" + n, "A", n % 2 == 0 ? "B" : "C"))
                    .map(host.transfers()::transfer)
                    .filter(outcome -> !(outcome instanceof TransactionOutcome.Unknown))
                    .count());

    assertThat(known).containsOnly((long) each);
    assertThat(deepest.get()).isBetween(1, 120);
  }
}
