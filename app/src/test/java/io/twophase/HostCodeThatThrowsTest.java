package io.twophase;

import static io.twophase.domain.testing.Fixtures.application;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.ports.CallerContext;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a host hands in may throw at any call, while a write is tried again too: each caller's
 * future is completed, closing ends, and no money is lost or made.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostCodeThatThrowsTest {

  private static final List<String> CALLERS = List.of("one", "two", "three");

  /** More than each of them is called in a batch of three, but for the clock. */
  private static final int MOST_CALLS = 25;

  private static final BlockingQueue<Runnable> BATCHES = new LinkedBlockingQueue<>();

  /** A host's code throws at its n-th call, and at that one only. */
  private enum Culprit {
    TICKER(
        (builder, calls) ->
            builder.ticker(
                throwing(Ticker.class, () -> Duration.ofNanos(System.nanoTime()), calls))),
    PAUSE(
        (builder, calls) ->
            builder.pause(throwing(Pause.class, time -> LockSupport.parkNanos(1_000), calls))),
    IDS((builder, calls) -> builder.ids(throwing(IdSource.class, new RandomIds(), calls))),
    GUARD(
        (builder, calls) ->
            builder.callerGuard(throwing(CallerGuard.class, CallerGuard.NONE, calls))),
    LISTENER(
        (builder, calls) ->
            builder.listener(throwing(TwoPhaseListener.class, new TwoPhaseListener() {}, calls))),
    EXECUTOR((builder, calls) -> builder.executor(throwing(Executor.class, BATCHES::add, calls))),
    CALLBACKS(
        (builder, calls) ->
            builder.callbackExecutor(throwing(Executor.class, Runnable::run, calls))),
    CAPTURE(
        (builder, calls) ->
            builder.callerContext(throwing(CallerContext.class, () -> task -> task, calls))),
    @SuppressWarnings("NullAway") // what a host of Java may do
    CAPTURED_NOTHING(
        (builder, calls) ->
            builder.callerContext(() -> calls.decrementAndGet() == 0 ? null : task -> task)),
    WRAP(
        (builder, calls) -> {
          CallerContext.Captured bad = throwing(CallerContext.Captured.class, task -> task, calls);
          return builder.callerContext(() -> bad);
        }),
    BEFORE_THE_TASK(
        (builder, calls) ->
            builder.callerContext(() -> task -> throwing(Runnable.class, task, calls))),
    AFTER_THE_TASK(
        (builder, calls) ->
            builder.callerContext(
                () ->
                    task ->
                        () -> {
                          task.run();
                          throwing(Runnable.class, () -> {}, calls).run();
                        })),
    NEVER_RUNS_THE_TASK(
        (builder, calls) ->
            builder.callerContext(() -> task -> calls.decrementAndGet() == 0 ? () -> {} : task));

    @SuppressWarnings("ImmutableEnumChecker") // it keeps nothing
    private final BiFunction<TwoPhase.Builder, AtomicInteger, TwoPhase.Builder> in;

    Culprit(BiFunction<TwoPhase.Builder, AtomicInteger, TwoPhase.Builder> in) {
      this.in = in;
    }
  }

  /** The sound one, but that a call throws once as many calls as {@code left} says were made. */
  private static <T> T throwing(Class<T> type, T sound, AtomicInteger left) {
    return Interceptor.before(
        type,
        sound,
        (method, asked, call) -> {
          if (left.decrementAndGet() == 0) {
            throw new AssertionError("the host's " + type.getSimpleName() + " throws");
          }
          return call.make();
        });
  }

  private TwoPhase host(Store store, UnaryOperator<TwoPhase.Builder> more) {
    TwoPhaseSettings settings =
        new TwoPhaseSettings(
            EngineSettings.of(application("host"))
                .withStuckAfter(Duration.ZERO)
                .withPatience(Duration.ofMillis(20)),
            100);
    return more.apply(
            TwoPhase.over(store)
                .settings(settings)
                .executor(BATCHES::add)
                .callbackExecutor(Runnable::run))
        .build();
  }

  @ParameterizedTest
  @EnumSource(Culprit.class)
  void everybodyIsAnsweredAndClosingEnds(Culprit culprit) throws Exception {
    for (int at = 1; at <= MOST_CALLS; at++) {
      InMemoryStore store = Books.inMemory(100, 0);
      TwoPhase sound = host(store, builder -> builder.executor(Runnable::run));
      AtomicInteger calls = new AtomicInteger(Integer.MAX_VALUE);
      FaultyStore losing = FaultyStore.over(store);
      losing.faults().ofTransactions().after(1 + at % 3).next(Fault.LOSE_REQUEST);
      TwoPhase host = host(losing, builder -> culprit.in.apply(builder, calls));
      calls.set(at);

      answered(host);
      close(host);

      calls.set(Integer.MAX_VALUE);
      sound.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
      for (String caller : CALLERS) {
        assertThat(sound.transfers().transfer(Books.request(caller, 1)).isApplied())
            .as("%s at call %s: %s", culprit, at, caller)
            .isTrue();
      }
      assertThat(sound.audit().run().findings()).isEmpty();
      sound.close();
    }
  }

  /** Callers whose transfers share a batch: each is thrown at, or has its future completed. */
  private void answered(TwoPhase host) throws InterruptedException {
    List<CompletableFuture<TransactionOutcome>> futures = new ArrayList<>();
    for (String caller : CALLERS) {
      try {
        futures.add(
            host.within(
                Duration.ofHours(1),
                () -> host.transfers().submit(Books.request(caller, 1), AnswerTime.WHEN_FINISHED)));
      } catch (AssertionError thrownAtTheCaller) {
        assertThat(thrownAtTheCaller).hasMessageContaining("the host's");
      }
    }
    runUntil(() -> futures.stream().allMatch(CompletableFuture::isDone));
  }

  private void close(TwoPhase host) throws InterruptedException {
    Thread closing =
        new Thread(
            () -> {
              try {
                host.close();
              } catch (AssertionError thrownAtTheCaller) {
                // the host's own clock
              }
            });
    closing.start();
    runUntil(() -> !closing.isAlive());
  }

  /** If it never is, the limit of the test says where it waits. */
  private void runUntil(BooleanSupplier done) throws InterruptedException {
    while (!done.getAsBoolean()) {
      Runnable batch = BATCHES.poll(1, TimeUnit.MILLISECONDS);
      if (batch != null) {
        batch.run();
      }
    }
  }
}
