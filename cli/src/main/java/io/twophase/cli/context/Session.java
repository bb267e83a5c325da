package io.twophase.cli.context;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.ApplicationName;
import io.twophase.ports.Store;
import java.time.Duration;

/** Twophase over an open store, for the time of one command. */
public final class Session implements AutoCloseable {

  private static final ApplicationName APPLICATION = new ApplicationName("twophase");

  private final Store store;
  private final TwoPhase twoPhase;
  private final Duration stuckAfter;

  /**
   * A store that this process has to itself has no living owner of anything pending but this
   * process: there, whatever is pending is stuck.
   */
  Session(Store store, boolean isShared) {
    this.store = store;
    this.stuckAfter = isShared ? EngineSettings.TUTORIAL_STUCK_AFTER : Duration.ZERO;
    EngineSettings engine = EngineSettings.of(APPLICATION).withStuckAfter(stuckAfter);
    this.twoPhase =
        TwoPhase.over(store)
            .settings(new TwoPhaseSettings(engine, TwoPhaseSettings.DEFAULT_BATCH_SIZE))
            .build();
  }

  /** Returns how long a pending record must be unmodified before its owner counts as dead. */
  public Duration stuckAfter() {
    return stuckAfter;
  }

  /** Returns what the store has, as it is stored. */
  public Store store() {
    return store;
  }

  public TwoPhase twoPhase() {
    return twoPhase;
  }

  @Override
  public void close() {
    twoPhase.close();
  }
}
