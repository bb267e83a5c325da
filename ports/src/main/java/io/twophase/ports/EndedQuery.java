package io.twophase.ports;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;

/**
 * Which finished transactions, or batches that have ended, to look for. To page through them, ask
 * next for those {@link #after} the last record that was shown, and {@link #skip} what was shown
 * behind it and cannot be read.
 *
 * @param endedFor only those that were finished so long ago, by the store's clock
 * @param limit at most so many, 1 to {@link TransactionRepository#MAX_LATEST}
 * @param after only those that come after this place in the order
 * @param skip how many of the first to leave out, zero or more
 */
public record EndedQuery(Duration endedFor, int limit, Option<Place> after, int skip) {

  /**
   * A place in the order of finished records.
   *
   * @param finishedAt when the record before it was finished, by the store's clock, in whole
   *     milliseconds
   * @param id of the record before it, which may be a batch
   */
  public record Place(Instant finishedAt, TransactionId id) {}

  /**
   * @throws IllegalArgumentException if the limit is out of range, or the duration or the skip
   *     below zero
   */
  public EndedQuery {
    ReadLimit.require(limit);
    if (skip < 0 || endedFor.isNegative()) {
      throw new IllegalArgumentException(
          "ended for " + endedFor + ", skip " + skip + ": out of range");
    }
  }

  /**
   * From the first on.
   *
   * @throws IllegalArgumentException if the limit is out of range, or the duration below zero
   */
  public EndedQuery(Duration endedFor, int limit) {
    this(endedFor, limit, Option.none(), 0);
  }

  /** The same, of those that come after {@code shown}, which is finished; none is skipped. */
  public EndedQuery after(Transaction shown) {
    Option<Place> place = shown.timeline().finishedAt().map(at -> new Place(at, shown.id()));
    return new EndedQuery(endedFor, limit, place.orElse(after), 0);
  }

  /** The same, of those that come after {@code shown}, which has ended; none is skipped. */
  public EndedQuery after(BatchRecord shown) {
    Option<Place> place =
        shown.endedAt().map(at -> new Place(at, new TransactionId(shown.id().value())));
    return new EndedQuery(endedFor, limit, place.orElse(after), 0);
  }

  /** The same, with so many of the first left out. */
  public EndedQuery withSkip(int other) {
    return new EndedQuery(endedFor, limit, after, other);
  }
}
