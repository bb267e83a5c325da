package io.twophase.domain.record;

import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Account;
import io.twophase.domain.record.StatusOutcome.Changed;
import io.twophase.domain.record.StatusOutcome.InDoubt;
import io.twophase.domain.record.StatusOutcome.Refused;

/** The outcome of a request to change an account's status. */
public sealed interface StatusOutcome extends Cases.Of3<Changed, Refused, InDoubt> {

  /** Returns whether the account has the status asked. */
  default boolean isChanged() {
    return this instanceof Changed;
  }

  /**
   * Returns the account, with the status asked.
   *
   * @throws NotDoneException if the change is refused, or not known; it has this outcome
   */
  default Account orElseThrow() {
    return fold(
        Changed::account,
        refused -> NotDoneException.raise(this, refused.reason()),
        inDoubt -> NotDoneException.uncertain(this, "the change", "no answer"));
  }

  /** The account has the status asked, by this call or from before. */
  record Changed(Account account) implements StatusOutcome {}

  /** Its rules forbid the change; nothing was changed. */
  record Refused(StatusRefusal reason) implements StatusOutcome {}

  /** No answer: it may have changed, or may yet. Asking again resolves it. */
  record InDoubt() implements StatusOutcome {}
}
