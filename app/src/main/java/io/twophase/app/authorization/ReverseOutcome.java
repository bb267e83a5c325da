package io.twophase.app.authorization;

import io.twophase.app.authorization.ReverseOutcome.NotReversed;
import io.twophase.app.authorization.ReverseOutcome.Refused;
import io.twophase.app.authorization.ReverseOutcome.Reversed;
import io.twophase.app.authorization.ReverseOutcome.Unknown;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Reversal;

/** The outcome of a request to reverse. */
public sealed interface ReverseOutcome extends Cases.Of4<Reversed, Refused, NotReversed, Unknown> {

  /** Returns whether the transaction is compensated, by this request or before. */
  default boolean isReversed() {
    return this instanceof Reversed;
  }

  /**
   * Returns the outcome if the transaction is compensated.
   *
   * @throws NotDoneException in all other cases; it has this outcome
   */
  default Reversed orElseThrow() {
    return fold(
        reversed -> reversed,
        refused -> NotDoneException.raise(this, "reversal " + refused.reversal(), refused.reason()),
        none -> NotDoneException.raise(this, none.reason()),
        unknown -> NotDoneException.uncertain(this, "the reversal", unknown.why()));
  }

  /** It is compensated, by this request or before: {@code reversal} has moved everything back. */
  record Reversed(TransactionId reversal, boolean foundDecided) implements ReverseOutcome {}

  /**
   * The money is not there to be moved back, or an account takes no holds. It can be asked again
   * later: that is a new try.
   */
  record Refused(TransactionId reversal, Refusal reason) implements ReverseOutcome {}

  /**
   * It has no reversal, for this reason: it is undecided, say, or was canceled, or is not there.
   */
  record NotReversed(Reversal.Refusal reason) implements ReverseOutcome {}

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements ReverseOutcome {}
}
