package io.twophase.domain.outcome;

import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;

/** What was seen where an account was looked for. */
public sealed interface AccountLookup {

  /** The account as it was read, whole. */
  record Found(Account account) implements AccountLookup {}

  /** There is no account of this id. */
  record Absent(AccountId id) implements AccountLookup {}

  /**
   * There is something that is not an account this version can read; it is left alone.
   *
   * @param id the document's id as text
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String id, String fault) implements AccountLookup {}
}
