package io.twophase.domain.hold;

import io.twophase.domain.account.StatusRefusal;
import io.vavr.control.Option;

/**
 * The answer of a store to a request to change an account's status.
 *
 * @param kind which of the others say something
 * @param account the account as it is then
 * @param refusal why its rules forbid the change
 */
public record StatusAnswer(Kind kind, Option<Account> account, Option<StatusRefusal> refusal) {

  /** The kinds of answer. */
  public enum Kind {
    /** The account has the status asked, by this call or from before. */
    CHANGED,
    /** Its rules forbid the change; nothing was changed. */
    REFUSED,
    /** No answer: it may have changed, or may yet. Asking again resolves it. */
    IN_DOUBT
  }

  /** The account has the status asked. */
  public static StatusAnswer changed(Account account) {
    return new StatusAnswer(Kind.CHANGED, Option.some(account), Option.none());
  }

  /** Its rules forbid the change. */
  public static StatusAnswer refused(StatusRefusal refusal) {
    return new StatusAnswer(Kind.REFUSED, Option.none(), Option.some(refusal));
  }

  /** No answer. */
  public static StatusAnswer inDoubt() {
    return new StatusAnswer(Kind.IN_DOUBT, Option.none(), Option.none());
  }
}
