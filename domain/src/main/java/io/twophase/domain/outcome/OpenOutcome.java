package io.twophase.domain.outcome;

import io.twophase.domain.account.OpeningRefusal;

/** What a store answers when an account is to be opened. */
public sealed interface OpenOutcome {

  /** The account is there, opened by this call. */
  record Opened() implements OpenOutcome {}

  /** The account is there, opened before with the same figures. */
  record AlreadyOpen() implements OpenOutcome {}

  /** It cannot be opened with these figures. */
  record Refused(OpeningRefusal refusal) implements OpenOutcome {}

  /** No answer: the account may be open, now or later. Asking again resolves it. */
  record InDoubt() implements OpenOutcome {}
}
