package io.twophase.app.transfer.queue;

import java.util.stream.IntStream;

/**
 * The settings of the batches that callers share.
 *
 * @param batchSize how many transfers one batch carries at most
 * @param queue how many transfers may wait; further callers wait for room
 * @param batchesInFlight how many batches may be at work at a time, settling ones too
 * @param batchesUndecided how many batches that were not full may be on their way to their
 *     decisions at a time: one makes the fewest commands; with more, where the store is far away,
 *     callers wait less for each other. Full ones are bounded by those in flight alone
 */
public record QueueSettings(int batchSize, int queue, int batchesInFlight, int batchesUndecided) {

  private static final int DEFAULT_QUEUE = 10_000;
  private static final int DEFAULT_IN_FLIGHT = 3;
  private static final int DEFAULT_UNDECIDED = 2;

  /**
   * @throws IllegalArgumentException if a figure is below 1
   */
  public QueueSettings {
    if (IntStream.of(batchSize, queue, batchesInFlight, batchesUndecided)
        .anyMatch(figure -> figure < 1)) {
      throw new IllegalArgumentException(
          "batch size %s, queue %s, batches in flight %s, batches undecided %s: each is 1 or more"
              .formatted(batchSize, queue, batchesInFlight, batchesUndecided));
    }
  }

  /** 10,000 waiting, 3 batches in flight: two on their way to their decisions, and one settling. */
  public static QueueSettings of(int batchSize) {
    return new QueueSettings(
        batchSize, Math.max(DEFAULT_QUEUE, batchSize), DEFAULT_IN_FLIGHT, DEFAULT_UNDECIDED);
  }

  /** Returns the same, with room for so many to wait. */
  public QueueSettings withQueue(int other) {
    return new QueueSettings(batchSize, other, batchesInFlight, batchesUndecided);
  }

  /** Returns the same, with so many batches at work at a time. */
  public QueueSettings withBatchesInFlight(int other) {
    return new QueueSettings(batchSize, queue, other, batchesUndecided);
  }

  /** Returns the same, with so many batches on their way to their decisions at a time. */
  public QueueSettings withBatchesUndecided(int other) {
    return new QueueSettings(batchSize, queue, batchesInFlight, other);
  }
}
