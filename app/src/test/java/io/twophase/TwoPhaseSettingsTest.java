package io.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.ApplicationName;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TwoPhaseSettingsTest {

  private static final ApplicationName APP = new ApplicationName("test");

  @ParameterizedTest
  @ValueSource(strings = {"PT0.001S", "PT1S", "PT1.999S"})
  void aHeartbeatOfWhichFiveAreShorterThanThePatienceIsTaken(Duration heartbeat) {
    assertThat(TwoPhaseSettings.of(APP).withHeartbeat(heartbeat).heartbeat()).isEqualTo(heartbeat);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0009S"})
  void oneBelowAMillisecondIsTooShort(Duration heartbeat) {
    assertThatThrownBy(() -> TwoPhaseSettings.of(APP).withHeartbeat(heartbeat))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a heartbeat of " + heartbeat + " is too short: it is a millisecond at least");
  }

  @ParameterizedTest(name = "a heartbeat of {0}, patience {1}, stuck after {2}: {3}")
  @CsvSource({
    "PT2S, PT10S, PT30M, 'patience, which is PT10S'",
    "PT2562047788015215H, PT10S, PT30M, 'patience, which is PT10S'",
    "PT30S, PT1H, PT2M, 'stuckAfter, which is PT2M'",
  })
  void oneIsTooLongWhereOthersCannotTellInTime(
      Duration heartbeat, Duration patience, Duration stuckAfter, String words) {
    EngineSettings engine =
        EngineSettings.of(APP).withPatience(patience).withStuckAfter(stuckAfter);
    TwoPhaseSettings settings = new TwoPhaseSettings(engine, 10);

    assertThatThrownBy(() -> settings.withHeartbeat(heartbeat))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a heartbeat of "
                + heartbeat
                + " is too long: five beats must be shorter than the engine's "
                + words);
  }

  @ParameterizedTest(name = "a first pause of {0}, a longest of {1}")
  @CsvSource({"PT0S, PT1S", "PT-1S, PT1S", "PT2S, PT1S", "PT876601H, PT2562047788015215H"})
  void pausesThatAnEngineCannotDoubleAreRefused(Duration first, Duration longest) {
    Duration second = Duration.ofSeconds(1);

    assertThatThrownBy(() -> new EngineSettings(APP, second, second, first, longest, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("firstPause " + first + ", longestPause " + longest + ": ");
  }

  @Test
  void theDefaultGoesWithAnyEngineAndAStoreOfOnesOwnWithAnyPatience() {
    EngineSettings hasty = EngineSettings.of(APP).withPatience(Duration.ZERO);
    EngineSettings alone =
        EngineSettings.of(APP).withPatience(Duration.ofHours(1)).withStuckAfter(Duration.ZERO);
    Duration minute = Duration.ofMinutes(1);

    assertThat(new TwoPhaseSettings(hasty, 10).heartbeat()).isEqualTo(Duration.ofSeconds(1));
    assertThat(new TwoPhaseSettings(alone, 10).withHeartbeat(minute).heartbeat()).isEqualTo(minute);
  }
}
