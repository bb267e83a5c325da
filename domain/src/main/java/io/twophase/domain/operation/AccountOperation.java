package io.twophase.domain.operation;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import java.util.function.Function;

/** An operation on an account: it moves money, within the account's two bounds. */
public sealed interface AccountOperation extends Operation permits Debit, Credit {

  @Override
  default <T> T foldTarget(
      Function<? super AccountOperation, ? extends T> account,
      Function<? super DocumentOperation, ? extends T> document) {
    return account.apply(this);
  }

  /** Returns what the function for this operation says. */
  <T> T fold(
      Function<? super Debit, ? extends T> debit, Function<? super Credit, ? extends T> credit);

  /** The account it touches. */
  AccountId account();

  /** Returns how much it moves, above zero. */
  Money amount();

  /** Returns which of the account's two bounds it holds against. */
  Direction direction();

  /** Returns whether it may hold less than its amount: a debit of as much as there is. */
  default boolean isAtMost() {
    return false;
  }

  /** The operation that undoes this one, once it is done. */
  AccountOperation reversed();
}
