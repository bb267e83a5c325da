package io.twophase.cli.context;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.ApplicationName;
import io.twophase.ports.Store;
import java.time.Duration;

/**
 * Twophase over an open store, for the time of one command.
 *
 * @param store has the records as they are stored
 * @param twoPhase runs the command's requests
 * @param stuckAfter how long a pending record must be unmodified before its owner counts as dead
 */
public record Session(Store store, TwoPhase twoPhase, Duration stuckAfter)
    implements AutoCloseable {

  private static final ApplicationName APPLICATION = new ApplicationName("twophase");

  /**
   * A store that this process has to itself has no living owner of anything pending but this
   * process: there, whatever is pending is stuck.
   */
  static Session over(Store store, boolean isShared) {
    Duration stuckAfter = isShared ? EngineSettings.TUTORIAL_STUCK_AFTER : Duration.ZERO;
    EngineSettings engine = EngineSettings.of(APPLICATION).withStuckAfter(stuckAfter);
    TwoPhaseSettings settings = new TwoPhaseSettings(engine, TwoPhaseSettings.DEFAULT_BATCH_SIZE);
    return new Session(store, TwoPhase.over(store).settings(settings).build(), stuckAfter);
  }

  @Override
  public void close() {
    twoPhase.close();
  }
}
