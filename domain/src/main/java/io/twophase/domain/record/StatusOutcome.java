package io.twophase.domain.record;

import static io.vavr.API.$;
import static io.vavr.API.Case;
import static io.vavr.API.Match;
import static io.vavr.Predicates.instanceOf;

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
    return Match(this)
        .of(
            Case($(instanceOf(Changed.class)), changed),
            Case($(instanceOf(Refused.class)), refused),
            Case($(instanceOf(InDoubt.class)), inDoubt));
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
