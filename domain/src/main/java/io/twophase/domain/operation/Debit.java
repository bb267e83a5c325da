package io.twophase.domain.operation;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import java.util.function.Function;

/** Takes an amount out of an account. */
public record Debit(AccountId account, Money amount) implements AccountOperation {

  /**
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public Debit {
    if (!amount.isPositive()) {
      throw new IllegalArgumentException("debit of " + account + ": amount " + amount);
    }
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
