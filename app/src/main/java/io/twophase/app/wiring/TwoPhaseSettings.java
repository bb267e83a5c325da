package io.twophase.app.wiring;

import io.twophase.app.commit.CommitSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.domain.id.ApplicationName;
import java.time.Duration;

/**
 * What a host decides.
 *
 * @param engine about time and trouble, and in whose name
 * @param commit about batches, and how callers share them
 * @param heartbeat how often this process shows that it is alive, where the store keeps owners: a
 *     millisecond at least. Others take it for dead when they have seen no beat for five times as
 *     long, whatever their own interval
 */
public record TwoPhaseSettings(EngineSettings engine, CommitSettings commit, Duration heartbeat) {

  /** Once a second: dead is told from slow in five. */
  public static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(1);

  /** Batches beyond this gain little and hold longer. */
  public static final int DEFAULT_BATCH_SIZE = 500;

  /**
   * @throws IllegalArgumentException if the heartbeat is below a millisecond
   */
  public TwoPhaseSettings {
    if (heartbeat.toMillis() < 1) {
      throw new IllegalArgumentException("a heartbeat of " + heartbeat + " is too short");
    }
  }

  /** With a heartbeat every second. */
  public TwoPhaseSettings(EngineSettings engine, CommitSettings commit) {
    this(engine, commit, DEFAULT_HEARTBEAT);
  }

  /** The same, with another heartbeat. */
  public TwoPhaseSettings heartbeat(Duration other) {
    return new TwoPhaseSettings(engine, commit, other);
  }

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
