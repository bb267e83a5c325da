package io.twophase.domain.operation;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;

/**
 * One operation of one transaction at one epoch: what is held, stamped, settled or released.
 *
 * @param transaction whose it is
 * @param epoch the epoch of the worker that asks
 * @param operation what it does
 * @param settled how much of its amount a settle moves, in minor units: all of it, or what was
 *     captured of an authorization. The rest is given back
 */
public record Leg(
    TransactionId transaction, Epoch epoch, AccountOperation operation, long settled) {

  /**
   * @throws IllegalArgumentException if the settled amount is not above zero, or more than is held
   */
  public Leg {
    if (settled <= 0 || settled > operation.amount().minor()) {
      throw new IllegalArgumentException(
          "leg of " + transaction + ": " + settled + " settled of " + operation);
    }
  }

  /** One of which all is settled. */
  public Leg(TransactionId transaction, Epoch epoch, AccountOperation operation) {
    this(transaction, epoch, operation, operation.amount().minor());
  }

  /** The document it touches. */
  public AccountId account() {
    return operation.account();
  }
}
