package io.twophase.domain.hold;

import io.twophase.domain.AccountId;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.hold.AccountLookup.Absent;
import io.twophase.domain.hold.AccountLookup.Found;
import io.twophase.domain.hold.AccountLookup.Unreadable;
import io.twophase.domain.hold.Stored.Sight;

/** The result of reading an account. */
public sealed interface AccountLookup extends Cases.Of3<Found, Absent, Unreadable> {

  /** The account that a store showed under {@code asked}. */
  static AccountLookup of(AccountId asked, Sight seen) {
    return seen.kind() == Sight.Kind.ABSENT ? new Absent(asked) : of(seen);
  }

  /** The account that a scan showed, which shows only what is there. */
  static AccountLookup of(Sight seen) {
    return switch (seen.kind()) {
      case FOUND ->
          seen.stored()
              .orElseThrow()
              .fold(
                  Found::new,
                  document -> {
                    throw new IllegalArgumentException(document.ref() + " is no account");
                  });
      case ABSENT -> throw new IllegalArgumentException("a scan showed no " + seen.id());
      case UNREADABLE -> new Unreadable(seen.id(), seen.fault().orElseThrow());
    };
  }

  /** Returns whether there is an account that can be read. */
  default boolean isFound() {
    return this instanceof Found;
  }

  /**
   * Returns the account.
   *
   * @throws NotDoneException if there is none that can be read; it has this lookup
   */
  default Account orElseThrow() {
    return fold(
        Found::account,
        absent -> NotDoneException.raise(this, "there is no account " + absent.id()),
        unreadable ->
            NotDoneException.raise(
                this, "account " + unreadable.id() + " cannot be read: " + unreadable.fault()));
  }

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
