package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

@Timeout(120)
class TwoPhaseHealthIndicatorTest {

  private static final Instant START = Instant.parse("2026-11-23T10:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final InstantSource clock = now::get;

  private Health health(Store asked, Duration stuckAfter, Optional<RecoveryLifecycle> recovery) {
    return new TwoPhaseHealthIndicator(
            asked,
            recovery,
            new TwoPhaseProperties.Health(stuckAfter, FIVE_MINUTES, FIVE_MINUTES),
            clock)
        .health();
  }

  /** A lifecycle whose recovery makes one pass and then pauses for longer than a test lives. */
  private RecoveryLifecycle recovery() {
    return new RecoveryLifecycle(
        TwoPhase.over(store).build().recovery(),
        RecoveryRequest.olderThan(HOUR),
        DAY,
        Duration.ZERO,
        clock);
  }

  @Test
  void aStoreThatAnswersAndHasNothingStuckIsUp() {
    assertThat(health(store, HOUR, Optional.empty()))
        .isEqualTo(
            Health.up()
                .withDetail("version", TwoPhaseAutoConfiguration.About.version())
                .withDetail("store", "a store in memory")
                .withDetail("unfinished", 0)
                .build());
  }

  @Test
  void whatIsStuckIsNamed() {
    LeftBehind.in(store, "t1");

    assertThat(health(store, HOUR, Optional.empty()).getStatus()).isEqualTo(Status.UP);
    Health stuck = health(store, Duration.ZERO, Optional.empty());
    assertThat(stuck.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(stuck.getDetails())
        .containsEntry("unfinished", 1)
        .containsEntry("problems", List.of("unfinished, and unchanged for PT0S: t1"));
  }

  @Test
  void aStoreThatDoesNotAnswerIsDown() {
    Store down =
        Interceptor.before(
            Store.class,
            store,
            (method, asked, call) -> {
              throw new StoreUnavailableException("MongoDB at nowhere");
            });
    Health health = health(down, HOUR, Optional.empty());

    assertThat(health.getStatus()).isEqualTo(Status.DOWN);
    assertThat(health.getDetails()).containsEntry("problems", List.of("MongoDB at nowhere"));
  }

  @Test
  void aStoreThatCannotBeDescribedIsUp() {
    Store undescribed =
        Interceptor.before(
            Store.class,
            store,
            (method, asked, call) -> {
              if (method.equals("describe")) {
                throw new StoreException("buildInfo is refused");
              }
              return call.make();
            });
    Health health = health(undescribed, HOUR, Optional.empty());

    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails()).containsEntry("store", "buildInfo is refused");
  }

  @Test
  void recoveryIsToGoRound() {
    RecoveryLifecycle recovery = recovery();
    assertThat(health(store, HOUR, Optional.of(recovery)).getDetails())
        .containsEntry("problems", List.of("recovery is not running"));

    recovery.start();
    await().atMost(ONE_MINUTE).until(() -> recovery.status().completedAt() != null);
    now.set(START.plus(DAY).plus(FIVE_MINUTES));
    assertThat(health(store, HOUR, Optional.of(recovery)).getStatus()).isEqualTo(Status.UP);

    now.set(START.plus(DAY).plus(FIVE_MINUTES).plusSeconds(1));
    Health silent = health(store, HOUR, Optional.of(recovery));
    assertThat(silent.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(silent.getDetails())
        .containsEntry("recovery", recovery.status())
        .containsEntry(
            "problems", List.of("no pass of recovery has come to its end since " + START));

    recovery.stop();
    assertThat(health(store, HOUR, Optional.of(recovery)).getDetails())
        .containsEntry("problems", List.of("recovery is not running"));
  }
}
