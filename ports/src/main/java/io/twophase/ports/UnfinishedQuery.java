package io.twophase.ports;

import io.twophase.domain.id.ApplicationName;
import io.vavr.control.Option;
import java.time.Duration;

/**
 * Which unfinished transactions to look for.
 *
 * @param unmodifiedFor only those that have not changed for so long, by the store's clock
 * @param application only those whose last owner was this application
 * @param limit at most so many, 1 to {@link TransactionRepository#MAX_LATEST}
 * @param skip how many of the first to leave out, zero or more: those that an earlier query showed
 *     and that are still there. Records that change between two queries may shift the others, so
 *     that one is shown twice or not at all; the next query without a skip shows it
 */
public record UnfinishedQuery(
    Duration unmodifiedFor, Option<ApplicationName> application, int limit, int skip) {

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
    this(unmodifiedFor, application, limit, 0);
  }

  /** The same, with so many of the first left out. */
  public UnfinishedQuery skip(int other) {
    return new UnfinishedQuery(unmodifiedFor, application, limit, other);
  }
}
