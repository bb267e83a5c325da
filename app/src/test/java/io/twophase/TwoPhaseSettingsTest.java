package io.twophase;

import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import java.time.Duration;

class TwoPhaseSettingsTest {

  private static final ApplicationName APP = new ApplicationName("test");

  @ScenesOf("/scenes/settings.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this));
  }

  private static TwoPhaseSettings settings(Duration patience, Duration stuckAfter) {
    return new TwoPhaseSettings(
        EngineSettings.of(APP).withPatience(patience).withStuckAfter(stuckAfter), 10);
  }

  Duration heartbeat(Duration beat, Duration patience, Duration stuckAfter) {
    return settings(patience, stuckAfter).withHeartbeat(beat).heartbeat();
  }

  Duration unsaid(Duration patience, Duration stuckAfter) {
    return settings(patience, stuckAfter).heartbeat();
  }

  EngineSettings pauses(Duration first, Duration longest) {
    Duration second = Duration.ofSeconds(1);
    return new EngineSettings(APP, second, second, first, longest, 1);
  }
}
