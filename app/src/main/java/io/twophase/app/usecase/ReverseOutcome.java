package io.twophase.app.usecase;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.State;

/** What became of a request to reverse. */
public sealed interface ReverseOutcome {

  /** It is compensated, by this request or before: {@code reversal} has moved everything back. */
  record Reversed(TransactionId reversal, boolean foundDecided) implements ReverseOutcome {}

  /**
   * The money is not there to be moved back, or an account takes no holds. It can be asked again
   * later: that is a new try.
   */
  record Refused(TransactionId reversal, Refusal refusal) implements ReverseOutcome {}

  /** It is not decided yet, so there is nothing to reverse: cancel it. */
  record CancelInstead(State state) implements ReverseOutcome {}

  /** It was canceled: nothing ever moved. */
  record NothingMoved() implements ReverseOutcome {}

  /** There is no such transaction. */
  record NotFound() implements ReverseOutcome {}

  /** The reversal's derived id would be too long. */
  record IdTooLong() implements ReverseOutcome {}

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements ReverseOutcome {}
}
