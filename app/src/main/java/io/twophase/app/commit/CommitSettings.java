package io.twophase.app.commit;

import java.time.Duration;

/**
 * How callers share batches.
 *
 * @param batchSize how many transfers one batch carries at most
 * @param linger how long a batch that is not full waits for more, while others are at work; an idle
 *     system never waits. Zero is right for most: a batch fills while the one before it is at work
 * @param queue how many transfers may wait; further callers wait for room
 * @param batchesInFlight how many batches may be at work at a time, settling ones too
 */
public record CommitSettings(int batchSize, Duration linger, int queue, int batchesInFlight) {

  private static final int DEFAULT_QUEUE = 10_000;
  private static final int DEFAULT_IN_FLIGHT = 2;

  /**
   * @throws IllegalArgumentException if a figure is below 1, or the linger below zero
   */
  public CommitSettings {
    if (batchSize < 1 || queue < 1 || batchesInFlight < 1 || linger.isNegative()) {
      throw new IllegalArgumentException(
          "batch size "
              + batchSize
              + ", linger "
              + linger
              + ", queue "
              + queue
              + ", batches in flight "
              + batchesInFlight
              + ": out of range");
    }
  }

  /**
   * No linger, 10,000 waiting, 2 batches in flight: one on its way to its decisions, one settling.
   */
  public static CommitSettings of(int batchSize) {
    return new CommitSettings(
        batchSize, Duration.ZERO, Math.max(DEFAULT_QUEUE, batchSize), DEFAULT_IN_FLIGHT);
  }

  /** The same, with another linger. */
  public CommitSettings linger(Duration other) {
    return new CommitSettings(batchSize, other, queue, batchesInFlight);
  }

  /** The same, with room for so many to wait. */
  public CommitSettings queue(int other) {
    return new CommitSettings(batchSize, linger, other, batchesInFlight);
  }

  /** The same, with so many batches at work at a time. */
  public CommitSettings batchesInFlight(int other) {
    return new CommitSettings(batchSize, linger, queue, other);
  }
}
