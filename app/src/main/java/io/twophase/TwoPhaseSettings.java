package io.twophase;

import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.queue.QueueSettings;
import io.twophase.domain.ApplicationName;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a host.
 *
 * @param engine what the engine does about time-outs and faults, and in whose name it runs
 * @param queue about batches, and how callers share them
 * @param heartbeat how often this process shows that it is alive: a millisecond at least. Others
 *     take it for dead when they have seen no beat for five times as long, whatever their own
 *     interval. One above the default must be so short that five of them are shorter than the
 *     engine's patience and, unless that is zero, its {@code stuckAfter}: else others answer that
 *     an outcome is not known before they know that this process is dead
 */
public record TwoPhaseSettings(EngineSettings engine, QueueSettings queue, Duration heartbeat) {

  /** Once a second: a dead process is known to be dead after five seconds. */
  public static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(1);

  private static final Duration SHORTEST_HEARTBEAT = Duration.ofMillis(1);

  /** After this many beats missed, a process counts another as dead. */
  private static final int BEATS_MISSED = 5;

  /** Batches beyond this gain little and hold longer. */
  public static final int DEFAULT_BATCH_SIZE = 500;

  /**
   * @throws IllegalArgumentException if the heartbeat is below a millisecond, or too long
   */
  public TwoPhaseSettings {
    Objects.requireNonNull(engine, "engine");
    Objects.requireNonNull(queue, "queue");
    Objects.requireNonNull(heartbeat, "heartbeat");
    if (heartbeat.compareTo(SHORTEST_HEARTBEAT) < 0) {
      throw new IllegalArgumentException(
          "a heartbeat of " + heartbeat + " is too short: it is a millisecond at least");
    }
    if (heartbeat.compareTo(DEFAULT_HEARTBEAT) > 0) {
      requireSeenDeadWithin("patience", engine.patience(), heartbeat);
      if (!engine.stuckAfter().isZero()) {
        requireSeenDeadWithin("stuckAfter", engine.stuckAfter(), heartbeat);
      }
    }
  }

  private static void requireSeenDeadWithin(String name, Duration limit, Duration heartbeat) {
    if (heartbeat.compareTo(limit.dividedBy(BEATS_MISSED)) >= 0) {
      throw new IllegalArgumentException(
          "a heartbeat of %s is too long: five beats must be shorter than the engine's %s, which is %s"
              .formatted(heartbeat, name, limit));
    }
  }

  /** With a heartbeat every second. */
  public TwoPhaseSettings(EngineSettings engine, QueueSettings queue) {
    this(engine, queue, DEFAULT_HEARTBEAT);
  }

  /** Returns the same, with another heartbeat. */
  public TwoPhaseSettings withHeartbeat(Duration other) {
    return new TwoPhaseSettings(engine, queue, other);
  }

  /** Batches of at most {@code batchSize} transfers, shared as by default. */
  public TwoPhaseSettings(EngineSettings engine, int batchSize) {
    this(engine, QueueSettings.of(batchSize));
  }

  /** Returns how many transfers one batch carries at most. */
  public int batchSize() {
    return queue.batchSize();
  }

  /** The defaults, in the name of {@code application}. */
  public static TwoPhaseSettings of(ApplicationName application) {
    return new TwoPhaseSettings(EngineSettings.of(application), DEFAULT_BATCH_SIZE);
  }
}
