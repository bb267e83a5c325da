package io.twophase.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SettableClockTest {

  private final SettableClock clock = new SettableClock(Instant.EPOCH);

  @Test
  void standsStillUntilItIsTurned() {
    assertThat(clock.instant()).isEqualTo(Instant.EPOCH).isEqualTo(clock.instant());

    clock.advance(Duration.ofHours(1));
    assertThat(clock.instant()).isEqualTo(Instant.EPOCH.plusSeconds(3600));
    clock.advanceTo(Instant.EPOCH.plusSeconds(4000));
    assertThat(clock.instant()).isEqualTo(Instant.EPOCH.plusSeconds(4000));
    assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(4000));
  }

  @Test
  void whoeverWaitsTurnsIt() {
    clock.pause(Duration.ofMillis(250));

    assertThat(clock.elapsed()).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void isNotTurnedBack() {
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> clock.advanceTo(Instant.EPOCH.minusSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(clock.instant()).isEqualTo(Instant.EPOCH);
  }
}
