package io.twophase.domain.participant;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;

/**
 * One operation of one transaction at one epoch: what is held, stamped, settled or released.
 *
 * @param home where the transaction's record is
 * @param transaction whose it is
 * @param epoch the epoch of the worker that asks
 * @param operation what it does
 */
public record DocumentLeg(
    Home home, TransactionId transaction, Epoch epoch, DocumentOperation operation) {

  /** The document it touches. */
  public DocumentRef document() {
    return operation.document();
  }
}
