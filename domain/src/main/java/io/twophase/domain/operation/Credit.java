package io.twophase.domain.operation;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import java.util.Objects;
import java.util.function.Function;

/** Puts an amount into an account. */
public record Credit(AccountId account, Money amount) implements AccountOperation {

  /**
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public Credit {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(amount, "amount");
    if (!amount.isPositive()) {
      throw new IllegalArgumentException(
          "credit of " + account + ": amount " + amount + " is not above zero");
    }
  }

  @Override
  public <T> T fold(
      Function<? super Debit, ? extends T> debit, Function<? super Credit, ? extends T> credit) {
    return credit.apply(this);
  }

  @Override
  public Direction direction() {
    return Direction.CREDIT;
  }

  @Override
  public Debit reversed() {
    return new Debit(account, amount);
  }
}
