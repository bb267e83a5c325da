package io.twophase.app.transfer.queue;

import static io.twophase.app.testing.Books.word;
import static io.twophase.app.testing.Patiently.await;
import static io.twophase.app.transfer.queue.QueueFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.app.function.TransactionContext;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What hangs on a future may do what any caller may. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallbacksTest extends QueueFixture {

  @AutoClose("shutdownNow")
  private final ExecutorService one = Executors.newSingleThreadExecutor();

  /** Callbacks are stuck until then. */
  private final CountDownLatch released = new CountDownLatch(1);

  /** Where batches and callbacks run. */
  enum Threads {
    DEFAULT,
    BATCHES_ON_CALLERS,
    ONE_FOR_CALLBACKS,
    ALL_ON_CALLERS
  }

  private TwoPhase host(QueueSettings commit, Threads threads) {
    return host(commit, on(threads));
  }

  private UnaryOperator<TwoPhase.Builder> on(Threads threads) {
    Executor here = Runnable::run;
    return switch (threads) {
      case DEFAULT -> builder -> builder;
      case BATCHES_ON_CALLERS -> builder -> builder.executor(here);
      case ONE_FOR_CALLBACKS -> builder -> builder.callbackExecutor(one);
      case ALL_ON_CALLERS -> builder -> builder.executor(here).callbackExecutor(here);
    };
  }

  @ParameterizedTest
  @EnumSource
  void oneThatSubmitsIntoAFullQueueWaitsForOthersAndNotForItself(Threads threads) {
    TwoPhase host = host(QueueSettings.of(1).withQueue(1).withBatchesInFlight(1), threads);
    List<CompletableFuture<TransactionOutcome>> chains =
        IntStream.range(0, 20)
            .mapToObj(
                n ->
                    host.transfers()
                        .submit(request("t" + n))
                        .thenCompose(first -> host.transfers().submit(request("u" + n))))
            .toList();

    assertThat(chains.stream().map(CompletableFuture::join))
        .hasOnlyElementsOfType(TransactionOutcome.Applied.class);
    assertThat(balance("B")).isEqualTo(40);
  }

  @ParameterizedTest
  @EnumSource
  void oneThatClosesEnds(Threads threads) {
    TwoPhase host = host(QueueSettings.of(2), threads);
    List<CompletableFuture<Void>> closings =
        IntStream.range(0, 4)
            .mapToObj(
                n -> host.transfers().submit(request("t" + n)).thenAccept(outcome -> host.close()))
            .toList();

    closings.forEach(CompletableFuture::join);
    assertThat(word(host.transfers().transfer(request("late")))).isEqualTo("not asked");
  }

  /** Where all is on callers' threads, the chain itself recurs, and not Twophase. */
  @ParameterizedTest
  @EnumSource(names = {"DEFAULT", "ONE_FOR_CALLBACKS"})
  void aLongChainOfTransfersHangingOnEachOtherNeedsNoDeepStack(Threads threads) {
    TwoPhase host = host(QueueSettings.of(2), threads);

    assertThat(chain(host, 1_000).join()).isEqualTo(0);
    assertThat(balance("B")).isEqualTo(0);
  }

  private CompletableFuture<Integer> chain(TwoPhase host, int left) {
    CompletableFuture<Integer> end = new CompletableFuture<>();
    next(host, left, end);
    return end;
  }

  private void next(TwoPhase host, int left, CompletableFuture<Integer> end) {
    if (left == 0) {
      end.complete(left);
      return;
    }
    boolean there = left % 2 == 0;
    var unused =
        host.transfers()
            .submit(request("t" + left, there ? "A" : "B", there ? "B" : "A"))
            .whenComplete(
                (outcome, broken) -> {
                  if (outcome instanceof TransactionOutcome.Applied) {
                    next(host, left - 1, end);
                  } else {
                    end.completeExceptionally(new AssertionError(outcome + " " + broken));
                  }
                });
  }

  @Test
  void aHundredThatEachWaitForAnotherTransferAllEnd() throws InterruptedException {
    TwoPhase host =
        host(QueueSettings.of(100).withBatchesInFlight(1).withBatchesUndecided(1), Threads.DEFAULT);
    var first = submitHeld(host, "first");
    List<CompletableFuture<TransactionOutcome>> chains =
        IntStream.range(0, 100)
            .mapToObj(
                n ->
                    host.transfers()
                        .submit(request("t" + n))
                        .thenApply(outcome -> host.transfers().submit(request("u" + n)).join()))
            .toList();
    gated.open();

    assertThat(chains)
        .allSatisfy(
            chain ->
                assertThat(chain)
                    .succeedsWithin(Duration.ofSeconds(30))
                    .isInstanceOf(TransactionOutcome.Applied.class));
    first.join();
    assertThat(balance("B")).isEqualTo(201);
  }

  @Test
  void closingCompletesWhatAnExecutorHasDropped() {
    AtomicInteger seconds = new AtomicInteger();
    TwoPhase host =
        host(
            QueueSettings.of(2),
            builder ->
                builder
                    .callbackExecutor(dropped -> {})
                    .ticker(() -> Duration.ofSeconds(seconds.incrementAndGet())));
    CompletableFuture<TransactionOutcome> future = host.transfers().submit(request("t"));
    CompletableFuture<Boolean> sawInterrupt =
        future.thenApply(outcome -> Thread.currentThread().isInterrupted());
    // closing hands back what is not begun
    await().until(() -> host.counters().applied() == 1);

    Thread.currentThread().interrupt();
    host.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(future).isCompletedWithValueMatching(TransactionOutcome.Applied.class::isInstance);
    assertThat(sawInterrupt).isCompletedWithValue(false);
  }

  @Test
  void oneThatWaitsHoldsUpNoBatchAndNoOtherCallback() throws InterruptedException {
    TwoPhase host = host(QueueSettings.of(2).withBatchesInFlight(1), Threads.DEFAULT);
    CountDownLatch held = gated.stopAt("place");
    AtomicReference<Thread> thread = new AtomicReference<>();
    CompletableFuture<Void> stuck =
        host.transfers()
            .submit(request("t"), AnswerTime.WHEN_DECIDED)
            .thenAccept(
                outcome -> {
                  thread.set(Thread.currentThread());
                  await(released);
                });
    held.await();
    gated.open();

    for (int n = 0; n < 5; n++) {
      assertThat(word(host.transfers().submit(request("u" + n)).join())).isEqualTo("applied");
    }
    assertThat(stuck).isNotDone();
    released.countDown();
    stuck.join();
    assertThat(gated.threadsOf("insert")).doesNotContain(thread.get());
  }

  @Test
  void closingWaitsForTheAnswersAndNotForWhatHangsOnThem() throws InterruptedException {
    TwoPhase host = host(QueueSettings.of(2), Threads.DEFAULT);
    CompletableFuture<TransactionOutcome> future = submitHeld(host, "t");
    CompletableFuture<Void> stuck = future.thenAccept(outcome -> await(released));
    gated.open();

    host.close();

    assertThat(future).isDone();
    released.countDown();
    stuck.join();
  }

  /** The thread of a function runs what others have asked for while its transaction was decided. */
  @Test
  void oneThatRunsBehindAFunctionMayAskForAFunction() {
    AtomicReference<TwoPhase> host = new AtomicReference<>();
    AtomicReference<CompletableFuture<Boolean>> behind = new AtomicReference<>();
    TwoPhaseListener asking =
        new TwoPhaseListener() {
          @Override
          public void stepBegun(ProtocolStep step, int transactions) {
            if (step == ProtocolStep.DECIDE && behind.get() == null) {
              CompletableFuture.runAsync(() -> behind.set(asked(host.get()))).join();
            }
          }
        };
    host.set(
        host(
            QueueSettings.of(2).withBatchesInFlight(1),
            builder -> on(Threads.ALL_ON_CALLERS).apply(builder).listener(asking)));

    assertThat(host.get().transact("f", CallbacksTest::move).isApplied()).isTrue();

    assertThat(behind.get().join()).isTrue();
  }

  private static CompletableFuture<Boolean> asked(TwoPhase host) {
    return host.transfers()
        .submit(request("t"))
        .thenApply(done -> host.transact("g", CallbacksTest::move).isApplied());
  }

  private static boolean move(TransactionContext tx) {
    tx.debit(TwoPhase.account("A"), TwoPhase.money("0.01", "USD"));
    tx.credit(TwoPhase.account("B"), TwoPhase.money("0.01", "USD"));
    return true;
  }

  @Test
  void whoWaitsForATransferHasItsAnswerWhileCallbacksAreStuck() throws InterruptedException {
    TwoPhase host = host(QueueSettings.of(2), Threads.ONE_FOR_CALLBACKS);
    CompletableFuture<Void> stuck = submitHeld(host, "t").thenAccept(outcome -> await(released));
    gated.open();

    assertThat(word(host.transfers().transfer(request("u")))).isEqualTo("applied");
    await().until(() -> balance("B") == 2);
    released.countDown();
    stuck.join();
  }
}
