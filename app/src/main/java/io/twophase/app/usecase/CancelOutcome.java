package io.twophase.app.usecase;

import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;

/** What became of a request to cancel. */
public sealed interface CancelOutcome {

  /**
   * It is canceled, by this request or before: it never happens.
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
