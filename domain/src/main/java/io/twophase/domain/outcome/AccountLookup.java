package io.twophase.domain.outcome;

import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;
import java.util.function.Function;

/** What was seen where an account was looked for. */
public sealed interface AccountLookup {

  /** What the function for this lookup says. */
  <T> T fold(
      Function<? super Found, ? extends T> found,
      Function<? super Absent, ? extends T> absent,
      Function<? super Unreadable, ? extends T> unreadable);

  /** The account as it was read, whole. */
  record Found(Account account) implements AccountLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return found.apply(this);
    }
  }

  /** There is no account of this id. */
  record Absent(AccountId id) implements AccountLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return absent.apply(this);
    }
  }

  /**
   * There is something that is not an account this version can read; it is left alone.
   *
   * @param id the document's id as text
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String id, String fault) implements AccountLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return unreadable.apply(this);
    }
  }
}
