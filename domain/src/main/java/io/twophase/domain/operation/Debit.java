package io.twophase.domain.operation;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import java.util.Objects;
import java.util.function.Function;

/**
 * Takes an amount out of an account; or, {@code atMost}, as much of it as there is when it is held.
 *
 * @param account the account
 * @param amount how much; of one that is at most, the most that may be taken
 * @param atMost whether less is taken where less is available; how much that is, only the hold
 *     says, and after the decision the record
 */
public record Debit(AccountId account, Money amount, boolean atMost) implements AccountOperation {

  /**
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public Debit {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(amount, "amount");
    if (!amount.isPositive()) {
      throw new IllegalArgumentException(
          "debit of " + account + ": amount " + amount + " is not above zero");
    }
  }

  /** All of the amount, or nothing. */
  public Debit(AccountId account, Money amount) {
    this(account, amount, false);
  }

  /** As much as there is, and no more than the amount. */
  public static Debit atMost(AccountId account, Money amount) {
    return new Debit(account, amount, true);
  }

  @Override
  public boolean isAtMost() {
    return atMost;
  }

  @Override
  public <T> T fold(
      Function<? super Debit, ? extends T> debit, Function<? super Credit, ? extends T> credit) {
    return debit.apply(this);
  }

  @Override
  public Direction direction() {
    return Direction.DEBIT;
  }

  @Override
  public Credit reversed() {
    return new Credit(account, amount);
  }
}
