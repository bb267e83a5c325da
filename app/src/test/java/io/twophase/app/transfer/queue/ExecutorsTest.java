package io.twophase.app.transfer.queue;

import static io.twophase.app.transfer.queue.QueueFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
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

  @Test
  void aLongQueueThatOneCallerHasToRunNeedsNoDeepStack() throws InterruptedException {
    AtomicInteger deepest = new AtomicInteger();
    TwoPhase host =
        host(
            QueueSettings.of(1).withQueue(300).withBatchesInFlight(1),
            builder ->
                builder.executor(
                    task -> {
                      deepest.accumulateAndGet(
                          Thread.currentThread().getStackTrace().length, Math::max);
                      task.run();
                    }));
    CountDownLatch held = gated.stopAt("place");
    Thread caller = new Thread(() -> host.transfers().transfer(request("first")));
    caller.start();
    held.await();
    List<CompletableFuture<TransactionOutcome>> rest =
        IntStream.range(0, 300).mapToObj(n -> host.transfers().submit(request("t" + n))).toList();
    gated.open();

    assertThat(rest.stream().map(CompletableFuture::join))
        .hasOnlyElementsOfType(TransactionOutcome.Applied.class);
    caller.join();
    assertThat(deepest.get()).isBetween(1, 120);
  }

  @Test
  void onCallersThreadsNoBatchRunsWithinAnother() throws InterruptedException {
    TwoPhase host = host(Runnable::run);
    int callers = 8;
    int each = 400;
    List<TransactionOutcome> outcomes = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    AtomicInteger deepest = new AtomicInteger();
    TwoPhase watched =
        host(
            QueueSettings.of(2).withBatchesUndecided(3),
            builder ->
                builder.executor(
                    task -> {
                      deepest.accumulateAndGet(
                          Thread.currentThread().getStackTrace().length, Math::max);
                      task.run();
                    }));
    for (int caller = 0; caller < callers; caller++) {
      String name = "c" + caller + "-";
      Thread thread =
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  TransactionOutcome outcome =
                      watched.transfers().transfer(request(name + n, "A", n % 2 == 0 ? "B" : "C"));
                  synchronized (outcomes) {
                    outcomes.add(outcome);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(outcomes).hasSize(callers * each);
    assertThat(outcomes).noneMatch(outcome -> outcome instanceof TransactionOutcome.Unknown);
    assertThat(deepest.get()).isBetween(1, 120);
    assertThat(host.transfers().transferAll(List.of(request("x", "C", "A")), Order.ANY))
        .hasOnlyElementsOfType(TransactionOutcome.Applied.class);
  }
}
