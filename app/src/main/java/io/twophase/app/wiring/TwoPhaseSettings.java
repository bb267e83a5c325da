package io.twophase.app.wiring;

import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.id.ApplicationName;

/**
 * What a host decides.
 *
 * @param engine about time and trouble, and in whose name
 * @param batchSize how many transfers one batch carries at most
 */
public record TwoPhaseSettings(EngineSettings engine, int batchSize) {

  /** Batches beyond this gain little and hold longer. */
  public static final int DEFAULT_BATCH_SIZE = 500;

  /** The defaults, in the name of {@code application}. */
  public static TwoPhaseSettings of(ApplicationName application) {
    return new TwoPhaseSettings(EngineSettings.of(application), DEFAULT_BATCH_SIZE);
  }
}
