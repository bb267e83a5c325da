package io.twophase.domain.operation;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import java.util.function.Function;

/**
 * One change to one document, which can be held, settled and released. Two operations of one
 * transaction never touch the same document. The family is sealed; it grows by whatever else can be
 * held, settled and released.
 */
public sealed interface Operation permits Debit, Credit {

  /** What the function for this operation says. */
  <T> T fold(
      Function<? super Debit, ? extends T> debit, Function<? super Credit, ? extends T> credit);

  /** The document it touches. */
  AccountId account();

  /** How much it moves, above zero. */
  Money amount();

  /** Which of the account's two bounds it holds against. */
  Direction direction();

  /** The operation that undoes this one, once it is done. */
  Operation reversed();
}
