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
 */
public record UnfinishedQuery(
    Duration unmodifiedFor, Option<ApplicationName> application, int limit) {

  /**
   * @throws IllegalArgumentException if the limit is out of range, or the duration below zero
   */
  public UnfinishedQuery {
    if (limit < 1 || limit > TransactionRepository.MAX_LATEST || unmodifiedFor.isNegative()) {
      throw new IllegalArgumentException(
          "unmodified for " + unmodifiedFor + ", limit " + limit + ": out of range");
    }
  }
}
