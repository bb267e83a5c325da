package io.twophase.spring;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.twophase.RecoveryDaemon;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.spring.RecoveryLifecycle.RecoveryStatus;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;

@Timeout(120)
class RecoveryLifecycleTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
  private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final AtomicBoolean isDown = new AtomicBoolean();

  private boolean isDone(String id) {
    RecordId record = RecordId.of(transactionId(id));
    return store.records().find(List.of(record)).get(0).record().orElseThrow().state()
        == State.DONE;
  }

  /**
   * A process that dies soon after it has started has recovered by then what the one before it
   * left. The first pass goes on as soon as somebody waits for it, or the application serves.
   */
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void whatOthersLeftIsRecoveredBeforeTheApplicationServes(CapturedOutput output) {
    LeftBehind.in(store, "t1");
    CountDownLatch serving = new CountDownLatch(1);
    AtomicBoolean wasDone = new AtomicBoolean();
    Thread starter = Thread.currentThread();
    Contexts.unset()
        .withBean(
            TwoPhase.class,
            () -> TwoPhase.over(slowUntil(serving, starter)).build(),
            bean -> bean.setPrimary(true))
        .withBean(
            "another",
            TwoPhase.class,
            () -> TwoPhase.over(InMemoryStore.create(Clock.systemUTC())).build())
        .withBean(Store.class, () -> store)
        .withBean(
            "web",
            SmartLifecycle.class,
            () -> new Serving(serving, () -> wasDone.set(isDone("t1"))))
        .withPropertyValues("twophase.stuck-after=0s", "spring.application.name=shop")
        .run(
            context -> {
              assertThat(context.getBean(RecoveryLifecycle.class).isRunning()).isTrue();
              assertThat(wasDone).isTrue();
              assertThat(output)
                  .contains(
                      TwoPhaseAutoConfiguration.About.version()
                          + " as shop over a store in memory; recovery",
                      "recovery every PT10S of the primary TwoPhase bean only")
                  .containsPattern("INFO .*recovery: Done\\[id=t1");
            });
  }

  /** What takes requests. */
  private record Serving(CountDownLatch begun, Runnable atStart) implements SmartLifecycle {
    @Override
    public void start() {
      atStart.run();
      begun.countDown();
    }

    @Override
    public void stop() {}

    @Override
    public boolean isRunning() {
      return begun.getCount() == 0;
    }
  }

  @Test
  void theStatusSaysHowThePassesEnded() {
    RecoveryLifecycle recovery =
        new RecoveryLifecycle(
            TwoPhase.over(failing()).build().recovery(),
            RecoveryRequest.olderThan(Duration.ZERO),
            Duration.ofMillis(5),
            Duration.ZERO,
            InstantSource.fixed(NOW));
    assertThat(recovery.status()).isEqualTo(RecoveryStatus.NOT_STARTED);

    recovery.start();
    recovery.start();
    until(() -> recovery.status().equals(new RecoveryStatus(true, NOW, NOW, null)));
    isDown.set(true);
    until(() -> recovery.status().equals(new RecoveryStatus(true, NOW, NOW, "down")));
    isDown.set(false);
    until(() -> recovery.status().equals(new RecoveryStatus(true, NOW, NOW, null)));
    recovery.stop();
    recovery.stop();

    assertThat(recovery.status()).isEqualTo(new RecoveryStatus(false, NOW, NOW, null));
  }

  /** During the pause between two passes none is due, and some minutes more are patience. */
  @Test
  void healthGoesByThePassesOfRecovery() {
    AtomicReference<Instant> now = new AtomicReference<>(NOW);
    RecoveryLifecycle recovery =
        new RecoveryLifecycle(
            TwoPhase.over(store).build().recovery(),
            RecoveryRequest.olderThan(DAY),
            DAY,
            Duration.ZERO,
            now::get);
    var limits = new TwoPhaseProperties.Health(DAY, FIVE_MINUTES, FIVE_MINUTES);
    HealthIndicator health =
        new TwoPhaseHealthIndicator(store, Optional.of(recovery), limits, now::get);
    assertThat(health.health().getDetails())
        .containsEntry("problems", List.of("recovery is not running"));

    recovery.start();
    await().atMost(ONE_MINUTE).until(() -> recovery.status().completedAt() != null);
    now.set(NOW.plus(DAY).plus(FIVE_MINUTES));
    assertThat(health.health().getStatus()).isEqualTo(Status.UP);

    now.set(NOW.plus(DAY).plus(FIVE_MINUTES).plusSeconds(1));
    Health silent = health.health();
    assertThat(silent.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(silent.getDetails())
        .containsEntry("recovery", recovery.status())
        .containsEntry("problems", List.of("no pass of recovery has come to its end since " + NOW));

    recovery.stop();
    assertThat(health.health().getDetails())
        .containsEntry("problems", List.of("recovery is not running"));
  }

  private static void until(Callable<Boolean> isSo) {
    await().atMost(ONE_MINUTE).until(isSo);
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aTransactionThatIsLeftUndoneIsAWarning(CapturedOutput output) {
    RecoveryDaemon.Listener.LOGGED.recovered(new Recovered.Unreadable("pay-7", "no currency"));

    assertThat(output.getOut())
        .containsPattern("WARN .*recovery could not finish a transaction: .*pay-7.*no currency");
  }

  /** The store, out of reach while it is down. */
  private Store failing() {
    return before(
        method -> {
          if (isDown.get()) {
            throw new StoreUnavailableException("down");
          }
        });
  }

  /**
   * The store, whose records are listed once the starter waits for a pass, or the application
   * serves.
   */
  private Store slowUntil(CountDownLatch serving, Thread starter) {
    return before(
        method -> {
          if (method.equals("list")) {
            until(() -> serving.getCount() == 0 || isAwaitingAPass(starter));
          }
        });
  }

  private static boolean isAwaitingAPass(Thread starter) {
    return Stream.of(starter.getStackTrace())
        .anyMatch(call -> call.getMethodName().equals("awaitFirstRound"));
  }

  /** Recovery of records that are never listed. */
  private RecoveryLifecycle endless() {
    CountDownLatch never = new CountDownLatch(1);
    Store records =
        before(
            method -> {
              if (method.equals("list")) {
                try {
                  never.await();
                } catch (InterruptedException ended) {
                  throw new StoreUnavailableException("interrupted");
                }
              }
            });
    return new RecoveryLifecycle(
        TwoPhase.over(records).build().recovery(),
        RecoveryRequest.olderThan(Duration.ZERO),
        Duration.ofMillis(5),
        Duration.ofDays(1),
        InstantSource.fixed(NOW));
  }

  /** Stopping waits for the pass; interrupted, it ends the pass, and so the start. */
  @Test
  void aStartThatWaitsForThePassIsEndedByTheStop() throws InterruptedException {
    RecoveryLifecycle recovery = endless();
    Thread starter = new Thread(recovery::start);
    starter.start();
    until(() -> isAwaitingAPass(starter));
    Thread stopper =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              recovery.stop();
            });

    stopper.start();

    starter.join();
    stopper.join();
    assertThat(recovery.isRunning()).isFalse();
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aStartThatIsInterruptedGoesOnAndSaysSo(CapturedOutput output) {
    RecoveryLifecycle recovery = endless();
    Thread.currentThread().interrupt();

    recovery.start();

    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(recovery.isRunning()).isTrue();
    recovery.stop();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(output)
        .contains("the wait for the first pass of recovery was interrupted")
        .doesNotContain("has not ended within");
  }

  private Store before(Consumer<String> what) {
    return Interceptor.before(
        Store.class,
        store,
        (method, asked, call) -> {
          what.accept(method);
          return call.make();
        });
  }
}
