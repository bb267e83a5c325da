package io.twophase.ports;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;

/**
 * Which transactions to list.
 *
 * @param state only those in this state
 * @param account only those that touch this account
 * @param limit at most so many, 1 to {@link TransactionRepository#MAX_LATEST}
 */
public record TransactionQuery(Option<State> state, Option<AccountId> account, int limit) {

  /**
   * @throws IllegalArgumentException if the limit is out of range
   */
  public TransactionQuery {
    if (limit < 1 || limit > TransactionRepository.MAX_LATEST) {
      throw new IllegalArgumentException(
          "limit " + limit + " is not within 1 to " + TransactionRepository.MAX_LATEST);
    }
  }
}
