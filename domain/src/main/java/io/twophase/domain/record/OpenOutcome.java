package io.twophase.domain.record;

import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.record.OpenOutcome.AlreadyOpen;
import io.twophase.domain.record.OpenOutcome.InDoubt;
import io.twophase.domain.record.OpenOutcome.Opened;
import io.twophase.domain.record.OpenOutcome.Refused;

/** The outcome of a request to open an account. */
public sealed interface OpenOutcome extends Cases.Of4<Opened, AlreadyOpen, Refused, InDoubt> {

  /** Returns whether the account is open, by this call or from before. */
  default boolean isOpen() {
    return this instanceof Opened || this instanceof AlreadyOpen;
  }

  /**
   * Returns this outcome if the account is open, for callers who go on only then.
   *
   * @throws NotDoneException if the opening is refused, or not known; it has this outcome
   */
  default OpenOutcome orElseThrow() {
    return fold(
        opened -> opened,
        alreadyOpen -> alreadyOpen,
        refused -> NotDoneException.raise(this, refused.reason()),
        inDoubt -> NotDoneException.uncertain(this, "the opening", "no answer"));
  }

  /** The account is there, opened by this call. */
  record Opened() implements OpenOutcome {}

  /** The account is there, opened before with the same figures. */
  record AlreadyOpen() implements OpenOutcome {}

  /** It cannot be opened with these figures. */
  record Refused(OpeningRefusal reason) implements OpenOutcome {}

  /** No answer: the account may be open, now or later. Asking again resolves it. */
  record InDoubt() implements OpenOutcome {}
}
