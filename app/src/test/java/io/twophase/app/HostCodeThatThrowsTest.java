package io.twophase.app;

import static io.twophase.app.TwoPhase.account;
import static io.twophase.app.TwoPhase.money;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.ports.CallerContext;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a host hands in may throw at any call: each caller's future is completed, closing ends,
 * and no money is lost or made.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostCodeThatThrowsTest {

  private static final List<String> CALLERS = List.of("one", "two", "three");

  /** More than each of them is called in a batch of three, but for the clock. */
  private static final int MOST_CALLS = 25;

  private final BlockingQueue<Runnable> batches = new LinkedBlockingQueue<>();

  /** What throws at its n-th call, and at that one only. */
  private enum Culprit {
    TICKER {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.ticker(
            throwing(Ticker.class, () -> Duration.ofNanos(System.nanoTime()), calls));
      }
    },
    PAUSE {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.pause(throwing(Pause.class, time -> LockSupport.parkNanos(1_000), calls));
      }
    },
    IDS {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.ids(throwing(IdSource.class, new RandomIds(), calls));
      }
    },
    GUARD {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.callerGuard(throwing(CallerGuard.class, CallerGuard.NONE, calls));
      }
    },
    LISTENER {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.listener(throwing(TwoPhaseListener.class, new TwoPhaseListener() {}, calls));
      }
    },
    EXECUTOR {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.executor(throwing(Executor.class, executor, calls));
      }
    },
    CALLBACKS {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.callbackExecutor(throwing(Executor.class, Runnable::run, calls));
      }
    },
    CAPTURE {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        CallerContext sound = () -> task -> task;
        return builder.callerContext(throwing(CallerContext.class, sound, calls));
      }
    },
    CAPTURED_NOTHING {
      @Override
      @SuppressWarnings("NullAway") // what a host of Java may do
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.callerContext(() -> calls.decrementAndGet() == 0 ? null : task -> task);
      }
    },
    WRAP {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        CallerContext.Captured sound = task -> task;
        CallerContext.Captured bad = throwing(CallerContext.Captured.class, sound, calls);
        return builder.callerContext(() -> bad);
      }
    },
    BEFORE_THE_TASK {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.callerContext(() -> task -> throwing(Runnable.class, task, calls));
      }
    },
    AFTER_THE_TASK {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.callerContext(
            () ->
                task ->
                    () -> {
                      task.run();
                      throwing(Runnable.class, () -> {}, calls).run();
                    });
      }
    },
    NEVER_RUNS_THE_TASK {
      @Override
      TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor) {
        return builder.callerContext(() -> task -> calls.decrementAndGet() == 0 ? () -> {} : task);
      }
    };

    abstract TwoPhase.Builder in(TwoPhase.Builder builder, AtomicInteger calls, Executor executor);
  }

  /** The sound one, but that a call throws once as many calls as {@code left} says were made. */
  private static <T> T throwing(Class<T> type, T sound, AtomicInteger left) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (left.decrementAndGet() == 0) {
                throw new AssertionError("the host's " + type.getSimpleName() + " throws");
              }
              try {
                return method.invoke(sound, arguments);
              } catch (InvocationTargetException thrown) {
                throw Objects.requireNonNull(thrown.getCause());
              }
            }));
  }

  private static TransferRequest request(String id) {
    return new TransferRequest(transactionId(id), account("A"), account("B"), money("1.00", "USD"));
  }

  private TwoPhase host(InMemoryStore store, UnaryOperator<TwoPhase.Builder> more) {
    TwoPhaseSettings settings =
        new TwoPhaseSettings(
            EngineSettings.of(application("host"))
                .withStuckAfter(Duration.ZERO)
                .withPatience(Duration.ofMillis(20)),
            100);
    return more.apply(
            TwoPhase.over(store)
                .settings(settings)
                .executor(batches::add)
                .callbackExecutor(Runnable::run))
        .build();
  }

  @ParameterizedTest
  @EnumSource(Culprit.class)
  void everybodyIsAnsweredAndClosingEnds(Culprit culprit) throws Exception {
    for (int at = 1; at <= MOST_CALLS; at++) {
      InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
      TwoPhase sound = host(store, builder -> builder.executor(Runnable::run));
      sound.accounts().open(account("A"), money("100.00", "USD"));
      sound.accounts().open(account("B"), money("0.00", "USD"));
      AtomicInteger calls = new AtomicInteger(Integer.MAX_VALUE);
      TwoPhase host = host(store, builder -> culprit.in(builder, calls, batches::add));
      calls.set(at);

      answered(host);
      close(host);

      calls.set(Integer.MAX_VALUE);
      sound.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
      for (String caller : CALLERS) {
        assertThat(sound.transfers().transfer(request(caller)).isApplied())
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
                () -> host.transfers().submit(request(caller), AnswerTime.WHEN_FINISHED)));
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
      Runnable batch = batches.poll(1, TimeUnit.MILLISECONDS);
      if (batch != null) {
        batch.run();
      }
    }
  }

  @Test
  void theCallerWhoseContextThrowsHasItsAnswerToo() throws InterruptedException {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    TwoPhase host =
        host(
            store,
            builder ->
                builder.callerContext(
                    () -> {
                      throw new IllegalStateException("no context");
                    }));
    host.accounts().open(account("A"), money("100.00", "USD"));
    host.accounts().open(account("B"), money("0.00", "USD"));

    answered(host);

    assertThat(host.counters().applied()).isEqualTo(CALLERS.size());
    close(host);
  }
}
