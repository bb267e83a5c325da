package io.twophase.ports;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;

/**
 * Which unfinished transactions to look for. To page through them, ask next for those {@link
 * #after} the last record that was shown, and {@link #skip} what was shown behind it and cannot be
 * read. Records that change between two pages then hide no other: one that changes comes last.
 *
 * @param unmodifiedFor only those that have not changed for so long, by the store's clock
 * @param application only those whose last owner was this application
 * @param limit at most so many, 1 to {@link TransactionRepository#MAX_LATEST}
 * @param after only those that come after this place in the order
 * @param skip how many of the first to leave out, zero or more
 */
public record UnfinishedQuery(
    Duration unmodifiedFor,
    Option<ApplicationName> application,
    int limit,
    Option<Place> after,
    int skip) {

  /**
   * A place in the order of unfinished records.
   *
   * @param lastModified when the record before it last changed, by the store's clock, in whole
   *     milliseconds
   * @param id of the record before it
   */
  public record Place(Instant lastModified, TransactionId id) {}

  /**
   * @throws IllegalArgumentException if the limit is out of range, or the duration or the skip
   *     below zero
   */
  public UnfinishedQuery {
    if (limit < 1
        || limit > TransactionRepository.MAX_LATEST
        || skip < 0
        || unmodifiedFor.isNegative()) {
      throw new IllegalArgumentException(
          "unmodified for "
              + unmodifiedFor
              + ", limit "
              + limit
              + ", skip "
              + skip
              + ": out of range");
    }
  }

  /**
   * From the first on.
   *
   * @throws IllegalArgumentException if the limit is out of range, or the duration below zero
   */
  public UnfinishedQuery(Duration unmodifiedFor, Option<ApplicationName> application, int limit) {
    this(unmodifiedFor, application, limit, Option.none(), 0);
  }

  /** The same, of those that come after {@code shown} as it was shown; none of them is skipped. */
  public UnfinishedQuery after(Transaction shown) {
    Place place = new Place(shown.lastModified(), shown.id());
    return new UnfinishedQuery(unmodifiedFor, application, limit, Option.some(place), 0);
  }

  /** The same, with so many of the first left out. */
  public UnfinishedQuery withSkip(int other) {
    return new UnfinishedQuery(unmodifiedFor, application, limit, after, other);
  }

  /** The same, with another limit. */
  public UnfinishedQuery withLimit(int other) {
    return new UnfinishedQuery(unmodifiedFor, application, other, after, skip);
  }
}
