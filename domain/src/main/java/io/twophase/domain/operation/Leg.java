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
 */
public record Leg(TransactionId transaction, Epoch epoch, AccountOperation operation) {

  /** The document it touches. */
  public AccountId account() {
    return operation.account();
  }
}
