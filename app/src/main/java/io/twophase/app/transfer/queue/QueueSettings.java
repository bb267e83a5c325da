package io.twophase.app.transfer.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * How callers share batches.
 *
 * @param batchSize how many transfers one batch carries at most
 * @param linger how long a batch that is not full waits for more, while others are at work; an idle
 *     system never waits. Zero is right for most: a batch fills while the one before it is at work
 * @param queue how many transfers may wait; further callers wait for room
 * @param batchesInFlight how many batches may be at work at a time, settling ones too
 * @param batchesUndecided how many batches that were not full may be on their way to their
 *     decisions at a time: one makes the fewest commands; with more, where the store is far away,
 *     callers wait less for each other. Full ones are bounded by those in flight alone
 */
public record QueueSettings(
    int batchSize, Duration linger, int queue, int batchesInFlight, int batchesUndecided) {

  private static final int DEFAULT_QUEUE = 10_000;
  private static final int DEFAULT_IN_FLIGHT = 3;
  private static final int DEFAULT_UNDECIDED = 2;

  /**
   * @throws IllegalArgumentException if a figure is below 1, or the linger below zero
   */
  public QueueSettings {
    IntStream figures = IntStream.of(batchSize, queue, batchesInFlight, batchesUndecided);
    if (Objects.requireNonNull(linger, "linger").isNegative()
        || figures.anyMatch(figure -> figure < 1)) {
      throw new IllegalArgumentException(
          "batch size "
              + batchSize
              + ", linger "
              + linger
              + ", queue "
              + queue
              + ", batches in flight "
              + batchesInFlight
              + ", batches undecided "
              + batchesUndecided
              + ": the linger is zero or more, and the others are 1 or more");
    }
  }

  /**
   * No linger, 10,000 waiting, 3 batches in flight: two on their way to their decisions, and one
   * settling.
   */
  public static QueueSettings of(int batchSize) {
    return new QueueSettings(
        batchSize,
        Duration.ZERO,
        Math.max(DEFAULT_QUEUE, batchSize),
        DEFAULT_IN_FLIGHT,
        DEFAULT_UNDECIDED);
  }

  /** The same, with another linger. */
  public QueueSettings withLinger(Duration other) {
    return new QueueSettings(batchSize, other, queue, batchesInFlight, batchesUndecided);
  }

  /** The same, with room for so many to wait. */
  public QueueSettings withQueue(int other) {
    return new QueueSettings(batchSize, linger, other, batchesInFlight, batchesUndecided);
  }

  /** The same, with so many batches at work at a time. */
  public QueueSettings withBatchesInFlight(int other) {
    return new QueueSettings(batchSize, linger, queue, other, batchesUndecided);
  }

  /** The same, with so many batches on their way to their decisions at a time. */
  public QueueSettings withBatchesUndecided(int other) {
    return new QueueSettings(batchSize, linger, queue, batchesInFlight, other);
  }
}
