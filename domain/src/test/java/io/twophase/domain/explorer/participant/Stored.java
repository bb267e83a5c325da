package io.twophase.domain.explorer.participant;

import io.twophase.domain.account.Account;
import io.twophase.domain.participant.Participant;
import io.vavr.control.Option;

/** What is stored in one place: an account, or a document, if there is one. */
sealed interface Stored {

  /** An account. */
  record OfAccount(Account account) implements Stored {}

  /** A document, if there is one. */
  record OfDocument(Option<Participant> document) implements Stored {}
}
