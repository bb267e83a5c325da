package io.twophase.domain.account;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;

/**
 * What a pending transaction has set aside on one account: a reservation in the sense of O'Neil,
 * "The Escrow Transactional Method" (ACM TODS 11(4), 1986).
 *
 * @param transaction whose it is; an account has at most one hold of a transaction
 * @param epoch the epoch it was placed at or stamped with; only this one can settle it
 * @param direction against what is available, or what is receivable
 * @param amount in minor units, above zero
 */
public record Hold(TransactionId transaction, Epoch epoch, Direction direction, long amount) {

  /**
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public Hold {
    if (amount <= 0) {
      throw new IllegalArgumentException("hold of " + transaction + ": amount " + amount);
    }
  }

  /**
   * Whether it is of the operation's direction and amount, in minor units; the currency of both is
   * the account's. Of an operation that is at most, whether it is of no more than its amount.
   */
  public boolean isOf(AccountOperation operation) {
    return operation.isAtMost()
        ? direction == operation.direction() && amount <= operation.amount().minor()
        : isExactly(operation);
  }

  /** Whether it is of the operation's direction and of all of its amount, in minor units. */
  public boolean isExactly(AccountOperation operation) {
    return direction == operation.direction() && amount == operation.amount().minor();
  }
}
