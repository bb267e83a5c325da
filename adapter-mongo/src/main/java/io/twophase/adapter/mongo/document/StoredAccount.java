package io.twophase.adapter.mongo.document;

import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.AccountLookup;
import io.vavr.control.Option;
import java.util.function.Function;
import org.bson.BsonDocument;

/** What an account's document turned out to be. */
public sealed interface StoredAccount {

  /** What the function for this document says. */
  <T> T fold(
      Function<? super Current, ? extends T> current,
      Function<? super Tutorial, ? extends T> tutorial,
      Function<? super Unreadable, ? extends T> unreadable);

  /** The answer of the port for this document. */
  AccountLookup lookup();

  /** The account, if it can be read. */
  Option<Account> account();

  /** An account that this software has written. */
  record Current(Account read) implements StoredAccount {
    @Override
    public <T> T fold(
        Function<? super Current, ? extends T> current,
        Function<? super Tutorial, ? extends T> tutorial,
        Function<? super Unreadable, ? extends T> unreadable) {
      return current.apply(this);
    }

    @Override
    public AccountLookup lookup() {
      return new AccountLookup.Found(read);
    }

    @Override
    public Option<Account> account() {
      return Option.some(read);
    }
  }

  /**
   * An account that the tutorial has made, which can be adopted.
   *
   * @param read the account as which it is adopted
   * @param document the whole document as it was read
   */
  record Tutorial(Account read, BsonDocument document) implements StoredAccount {
    @Override
    public <T> T fold(
        Function<? super Current, ? extends T> current,
        Function<? super Tutorial, ? extends T> tutorial,
        Function<? super Unreadable, ? extends T> unreadable) {
      return tutorial.apply(this);
    }

    @Override
    public AccountLookup lookup() {
      return new AccountLookup.Found(read);
    }

    @Override
    public Option<Account> account() {
      return Option.some(read);
    }
  }

  /**
   * Something else.
   *
   * @param id the document's id as text
   * @param fault what is wrong with it
   * @param mayBeTorn whether only the sums are wrong: a server that lets a reader see an update
   *     half made shows that, and shows the whole the next time
   */
  record Unreadable(String id, String fault, boolean mayBeTorn) implements StoredAccount {
    @Override
    public <T> T fold(
        Function<? super Current, ? extends T> current,
        Function<? super Tutorial, ? extends T> tutorial,
        Function<? super Unreadable, ? extends T> unreadable) {
      return unreadable.apply(this);
    }

    @Override
    public AccountLookup lookup() {
      return new AccountLookup.Unreadable(id, fault);
    }

    @Override
    public Option<Account> account() {
      return Option.none();
    }
  }

  /** The answer of the port where there was such a document, or none. */
  static AccountLookup lookup(AccountId id, Option<StoredAccount> stored) {
    return stored.map(StoredAccount::lookup).getOrElse(() -> new AccountLookup.Absent(id));
  }
}
