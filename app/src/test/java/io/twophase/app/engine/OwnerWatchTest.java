package io.twophase.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.Ownership.OwnerWatch;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dead is told from slow by what the watcher itself has seen, in its own time. */
class OwnerWatchTest {

  private static final ApplicationName APP = new ApplicationName("App1");
  private static final OwnerId OTHER = new OwnerId("other");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final OwnerRepository owners = InMemoryStore.create(Clock.systemUTC()).owners();
  private Duration now = Duration.ofDays(3);
  private boolean beats;
  private boolean isBroken;

  /** Each pause takes its time, in which the other may beat. */
  private final OwnerWatch watch = watch(owners);

  private OwnerWatch watch(OwnerRepository seen) {
    return new OwnerWatch(seen, () -> now, this::pass);
  }

  private void pass(Duration time) {
    now = now.plus(time);
    if (beats) {
      owners.beat(OTHER, APP, SECOND, Vitals.NONE);
    }
  }

  private Set<OwnerId> look() {
    return watch.dead(List.of(OTHER));
  }

  @ParameterizedTest
  @CsvSource({
    "PT1S, PT4.999S, false",
    "PT1S, PT5S, true",
    "PT1M, PT4M59S, false",
    "PT1M, PT5M, true",
    "PT2562047788015H, PT5H, true",
  })
  void oneIsDeadWhenItsBeatWasSeenUnchangedForFiveOfItsIntervalsWithinReason(
      Duration every, Duration unchanged, boolean isDead) {
    owners.beat(OTHER, APP, every, Vitals.NONE);
    assertThat(look()).isEmpty();
    now = now.plus(unchanged);
    assertThat(look().contains(OTHER)).isEqualTo(isDead);
  }

  @Test
  void howLongItWasSilentBeforeIsNotAsked() {
    owners.beat(OTHER, APP, SECOND, Vitals.NONE);
    now = now.plus(Duration.ofDays(1));
    assertThat(look()).isEmpty();
  }

  @Test
  void aSlowOneIsAlive() {
    for (int beat = 0; beat < 10; beat++) {
      owners.beat(OTHER, APP, SECOND, Vitals.NONE);
      assertThat(look()).isEmpty();
      now = now.plusMillis(4_900);
      assertThat(look()).isEmpty();
    }
  }

  @Test
  void oneThatWasRemovedAndBeatsAgainIsAlive() {
    assertThat(look()).containsExactly(OTHER);
    owners.beat(OTHER, APP, SECOND, Vitals.NONE);
    assertThat(look()).isEmpty();
  }

  @Test
  void forCertainALivingOneIsWatchedUntilItsNextBeat() {
    owners.beat(OTHER, APP, SECOND, Vitals.NONE);
    beats = true;
    Duration before = now;
    assertThat(watch.deadForCertain(List.of(OTHER))).isEmpty();
    assertThat(now.minus(before)).isLessThan(SECOND);
  }

  @Test
  void aSlowOneIsNotWatchedForLongAndWhatWasSeenCountsLater() {
    owners.beat(OTHER, APP, Duration.ofHours(1), Vitals.NONE);
    Duration before = now;
    assertThat(watch.deadForCertain(List.of(OTHER))).isEmpty();
    assertThat(now.minus(before)).isBetween(Duration.ofSeconds(6), Duration.ofMillis(6_300));
    now = before.plus(Duration.ofHours(5));
    assertThat(watch.deadForCertain(List.of(OTHER))).containsExactly(OTHER);
    assertThat(now.minus(before)).isEqualTo(Duration.ofHours(5));
  }

  @Test
  void anInterruptEndsTheWatching() {
    owners.beat(OTHER, APP, SECOND, Vitals.NONE);
    Thread.currentThread().interrupt();
    try {
      assertThat(watch.deadForCertain(List.of(OTHER))).isEmpty();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void timeInWhichItCouldNotLookDoesNotCount() {
    owners.beat(OTHER, APP, SECOND, Vitals.NONE);
    OwnerWatch blind =
        watch(
            Interceptor.before(
                OwnerRepository.class,
                owners,
                (method, asked, call) -> {
                  if (isBroken) {
                    throw new StoreException("planted: not permitted");
                  }
                  return call.make();
                }));
    blind.dead(List.of(OTHER));
    now = now.plusSeconds(3);
    isBroken = true;
    assertThat(blind.dead(List.of(OTHER))).isEmpty();
    now = now.plusSeconds(3);
    isBroken = false;
    assertThat(blind.dead(List.of(OTHER))).isEmpty();
    now = now.plusSeconds(5);
    assertThat(blind.dead(List.of(OTHER))).containsExactly(OTHER);
  }
}
