package io.twophase.app.sweep;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Operation;

/**
 * A hold of which it is proven that nobody will ever settle it.
 *
 * @param transaction whose it is
 * @param epoch at which it is held
 * @param operation what is held: the account, the side and the amount
 * @param proof why it is an orphan
 * @param outcome what became of it
 */
public record Orphan(
    TransactionId transaction, Epoch epoch, Operation operation, Proof proof, Outcome outcome) {

  /** Why a hold is an orphan. */
  public enum Proof {
    /** Its transaction is done or canceled, and finishing comes last. */
    FINISHED,
    /** Its transaction has no record, and now never can have one. */
    NO_RECORD
  }

  /** What became of an orphan. */
  public enum Outcome {
    /** It was released. */
    RELEASED,
    /** Another was faster. */
    GONE,
    /** No answer; the next scrub tells. */
    IN_DOUBT
  }
}
