package io.twophase.app.authorization;

import io.twophase.app.authorization.CancelOutcome.AlreadyDecided;
import io.twophase.app.authorization.CancelOutcome.Canceled;
import io.twophase.app.authorization.CancelOutcome.NotFound;
import io.twophase.app.authorization.CancelOutcome.Unknown;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;

/** The outcome of a request to cancel. */
public sealed interface CancelOutcome
    extends Cases.Of4<Canceled, AlreadyDecided, NotFound, Unknown> {

  /** Returns whether the transaction never happens, by this request or before. */
  default boolean isCanceled() {
    return this instanceof Canceled;
  }

  /**
   * Returns the outcome if the transaction is canceled.
   *
   * @throws NotDoneException if it is decided, unknown to the store, or not certain to be canceled;
   *     it has this outcome
   */
  default Canceled orElseThrow() {
    return fold(
        canceled -> canceled,
        alreadyDecided ->
            NotDoneException.raise(
                this, "the transaction is " + alreadyDecided.state() + ", too late to cancel it"),
        notFound -> NotDoneException.raise(this, "there is no such transaction to cancel"),
        unknown -> NotDoneException.uncertain(this, "the cancel", unknown.why()));
  }

  /**
   * It is canceled, by this request or before: it never happens, but for a function in conflict,
   * which may be tried again.
   *
   * @param reason the one that is kept: whoever decided first
   * @param finished whether all of it is known to be released; if not, recovery releases the rest
   */
  record Canceled(CancelReason reason, boolean finished) implements CancelOutcome {}

  /** Too late: it is decided to happen. A reversal compensates it. */
  record AlreadyDecided(State state) implements CancelOutcome {}

  /** There is no such transaction. */
  record NotFound() implements CancelOutcome {}

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements CancelOutcome {}
}
