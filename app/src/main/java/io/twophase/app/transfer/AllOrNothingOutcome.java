package io.twophase.app.transfer;

import java.util.Optional;

/**
 * The outcome of transfers that were to happen all or not at all.
 *
 * @param outcome of the one transaction that they are
 * @param firstRefused where it is refused, the place of the transfer because of which it is, from 0
 *     on; none if it is no single one's fault
 */
public record AllOrNothingOutcome(TransactionOutcome outcome, Optional<Integer> firstRefused) {

  /** Returns whether all have happened. */
  public boolean isApplied() {
    return outcome.isApplied();
  }
}
