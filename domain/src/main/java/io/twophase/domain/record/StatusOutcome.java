package io.twophase.domain.record;

import io.twophase.domain.NotDoneException;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Account;
import java.util.function.Function;

/** The outcome of a request to change an account's status. */
public sealed interface StatusOutcome {

  /** Returns what the function for this outcome says. */
  default <T> T fold(
      Function<? super Changed, ? extends T> changed,
      Function<? super Refused, ? extends T> refused,
      Function<? super InDoubt, ? extends T> inDoubt) {
    if (this instanceof Changed outcome) {
      return changed.apply(outcome);
    }
    if (this instanceof Refused outcome) {
      return refused.apply(outcome);
    }
    return inDoubt.apply((InDoubt) this);
  }

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
