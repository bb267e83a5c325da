package io.twophase.app.wiring;

import io.twophase.app.commit.CommitSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.id.ApplicationName;

/**
 * What a host decides.
 *
 * @param engine about time and trouble, and in whose name
 * @param commit about batches, and how callers share them
 */
public record TwoPhaseSettings(EngineSettings engine, CommitSettings commit) {

  /** Batches beyond this gain little and hold longer. */
  public static final int DEFAULT_BATCH_SIZE = 500;

  /** Batches of at most {@code batchSize} transfers, shared as by default. */
  public TwoPhaseSettings(EngineSettings engine, int batchSize) {
    this(engine, CommitSettings.of(batchSize));
  }

  /** How many transfers one batch carries at most. */
  public int batchSize() {
    return commit.batchSize();
  }

  /** The defaults, in the name of {@code application}. */
  public static TwoPhaseSettings of(ApplicationName application) {
    return new TwoPhaseSettings(EngineSettings.of(application), DEFAULT_BATCH_SIZE);
  }
}
