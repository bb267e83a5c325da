package io.twophase.app.transfer;

import io.twophase.app.transfer.PreviewOutcome.Applied;
import io.twophase.app.transfer.PreviewOutcome.NotKnown;
import io.twophase.app.transfer.PreviewOutcome.Refused;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;

/** The outcome that a transaction would have now. */
public sealed interface PreviewOutcome extends Cases.Of3<Applied, Refused, NotKnown> {

  /** Returns whether the transaction would happen. */
  default boolean isApplied() {
    return this instanceof Applied;
  }

  /**
   * Returns the outcome if the transaction would happen.
   *
   * @throws NotDoneException if it would be refused, or its outcome is open; it has this outcome
   */
  default Applied orElseThrow() {
    return fold(
        applied -> applied,
        refused ->
            NotDoneException.raise(
                this, "transaction " + refused.id() + " would be refused", refused.reason()),
        notKnown ->
            NotDoneException.raise(
                this,
                "the outcome of transaction " + notKnown.id() + " is open: " + notKnown.why()));
  }

  /** Names the transaction. */
  TransactionId id();

  /**
   * It would happen.
   *
   * @param already whether it has happened already, so that nothing would move
   */
  record Applied(TransactionId id, boolean already) implements PreviewOutcome {}

  /**
   * It would be refused.
   *
   * @param reason with the kind that the refusal would have
   * @param already whether it was refused already
   */
  record Refused(TransactionId id, Reason reason, boolean already) implements PreviewOutcome {}

  /**
   * The outcome is open: the transaction is on documents, or under way, or not readable, or an
   * earlier transaction with a common account is so.
   *
   * @param why one line for people
   */
  record NotKnown(TransactionId id, String why) implements PreviewOutcome {}
}
