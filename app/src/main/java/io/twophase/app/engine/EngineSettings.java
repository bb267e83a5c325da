package io.twophase.app.engine;

import io.twophase.domain.ApplicationName;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of an engine for time-outs and faults. None of it touches safety: wrong figures cost
 * time, never money.
 *
 * @param application the name under which transactions are begun, claimed and taken over
 * @param stuckAfter how long a pending record must be unmodified, by the store's clock, before its
 *     owner counts as dead; zero where this process has the store to itself
 * @param patience how long, in all, a call waits for other workers, or for answers that do not
 *     come, while nothing more of it is decided, before it answers that the outcome is not known
 * @param firstPause how long it waits before it tries again; doubled each time until something more
 *     is decided
 * @param longestPause how long such a wait may become
 * @param maxDoubts how many answers in doubt one transaction may meet in one call; where that is
 *     fewer than the pauses of its patience, a server that answers each try at once with an error
 *     is borne for less time than one that does not answer
 */
public record EngineSettings(
    ApplicationName application,
    Duration stuckAfter,
    Duration patience,
    Duration firstPause,
    Duration longestPause,
    int maxDoubts) {

  /** Several times what fits into the patience: patience begins anew as others are decided. */
  private static final int DEFAULT_MAX_DOUBTS = 100;

  /** The engine doubles pauses, and counts them in nanoseconds: a longer one would overflow. */
  private static final Duration MOST_FIRST_PAUSE = Duration.ofDays(36_525);

  /** The tutorial's half hour. */
  public static final Duration TUTORIAL_STUCK_AFTER = Duration.ofMinutes(30);

  /**
   * @throws IllegalArgumentException if a figure is below zero, a pause is zero, or the first is
   *     longer than the longest or than a hundred years
   */
  public EngineSettings {
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(stuckAfter, "stuckAfter");
    Objects.requireNonNull(patience, "patience");
    Objects.requireNonNull(firstPause, "firstPause");
    Objects.requireNonNull(longestPause, "longestPause");
    if (stuckAfter.isNegative() || patience.isNegative() || maxDoubts < 0) {
      throw new IllegalArgumentException(
          "stuckAfter %s, patience %s, maxDoubts %s: each is zero or more"
              .formatted(stuckAfter, patience, maxDoubts));
    }
    if (firstPause.isNegative()
        || firstPause.isZero()
        || longestPause.compareTo(firstPause) < 0
        || firstPause.compareTo(MOST_FIRST_PAUSE) > 0) {
      throw new IllegalArgumentException(
          ("firstPause %s, longestPause %s: both are above zero, the longest is not the shorter,"
                  + " and the first is a hundred years at most")
              .formatted(firstPause, longestPause));
    }
  }

  /**
   * Stuck after 30 minutes, 10 seconds of patience, pauses from 5 to 500 milliseconds, and far more
   * doubts than there are pauses in these 10 seconds.
   */
  public static EngineSettings of(ApplicationName application) {
    return new EngineSettings(
        application,
        TUTORIAL_STUCK_AFTER,
        Duration.ofSeconds(10),
        Duration.ofMillis(5),
        Duration.ofMillis(500),
        DEFAULT_MAX_DOUBTS);
  }

  /** Returns the same, with another measure of stuck. */
  public EngineSettings withStuckAfter(Duration duration) {
    return new EngineSettings(application, duration, patience, firstPause, longestPause, maxDoubts);
  }

  /** Returns the same, with another patience. */
  public EngineSettings withPatience(Duration duration) {
    return new EngineSettings(
        application, stuckAfter, duration, firstPause, longestPause, maxDoubts);
  }
}
