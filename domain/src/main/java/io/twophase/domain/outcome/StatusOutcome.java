package io.twophase.domain.outcome;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.StatusRefusal;

/** What a store answers when an account's status is to change. */
public sealed interface StatusOutcome {

  /** The account has the status asked, by this call or from before. */
  record Changed(Account account) implements StatusOutcome {}

  /** Its rules forbid the change; nothing was changed. */
  record Refused(StatusRefusal refusal) implements StatusOutcome {}

  /** No answer: it may have changed, or may yet. Asking again resolves it. */
  record InDoubt() implements StatusOutcome {}
}
