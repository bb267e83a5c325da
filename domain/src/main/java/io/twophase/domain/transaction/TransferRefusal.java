package io.twophase.domain.transaction;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.domain.reason.Reason;
import java.math.BigInteger;
import java.util.Currency;
import java.util.function.Function;

/** Why operations cannot make a transaction. Nothing is stored of one that is refused so. */
public sealed interface TransferRefusal extends Reason {

  /** What the function for this refusal says. */
  <T> T fold(
      Function<? super SameAccount, ? extends T> sameAccount,
      Function<? super AmountNotPositive, ? extends T> amountNotPositive,
      Function<? super MixedCurrencies, ? extends T> mixedCurrencies,
      Function<? super Unbalanced, ? extends T> unbalanced,
      Function<? super AmountOverflow, ? extends T> amountOverflow);

  /** An account occurs twice, as when source and destination are the same. */
  record SameAccount(AccountId account) implements TransferRefusal {
    @Override
    public String kind() {
      return "SameAccount";
    }

    @Override
    public String message() {
      return "account " + account + " occurs twice: source and destination must differ";
    }

    @Override
    public <T> T fold(
        Function<? super SameAccount, ? extends T> sameAccount,
        Function<? super AmountNotPositive, ? extends T> amountNotPositive,
        Function<? super MixedCurrencies, ? extends T> mixedCurrencies,
        Function<? super Unbalanced, ? extends T> unbalanced,
        Function<? super AmountOverflow, ? extends T> amountOverflow) {
      return sameAccount.apply(this);
    }
  }

  /** An amount is zero or below. */
  record AmountNotPositive(Money amount) implements TransferRefusal {
    @Override
    public String kind() {
      return "AmountNotPositive";
    }

    @Override
    public String message() {
      return "amount " + amount + " is not above zero";
    }

    @Override
    public <T> T fold(
        Function<? super SameAccount, ? extends T> sameAccount,
        Function<? super AmountNotPositive, ? extends T> amountNotPositive,
        Function<? super MixedCurrencies, ? extends T> mixedCurrencies,
        Function<? super Unbalanced, ? extends T> unbalanced,
        Function<? super AmountOverflow, ? extends T> amountOverflow) {
      return amountNotPositive.apply(this);
    }
  }

  /** The operations differ in currency. */
  record MixedCurrencies(Currency one, Currency other) implements TransferRefusal {
    @Override
    public String kind() {
      return "MixedCurrencies";
    }

    @Override
    public String message() {
      return "amounts in " + one + " and in " + other + " do not make one transaction";
    }

    @Override
    public <T> T fold(
        Function<? super SameAccount, ? extends T> sameAccount,
        Function<? super AmountNotPositive, ? extends T> amountNotPositive,
        Function<? super MixedCurrencies, ? extends T> mixedCurrencies,
        Function<? super Unbalanced, ? extends T> unbalanced,
        Function<? super AmountOverflow, ? extends T> amountOverflow) {
      return mixedCurrencies.apply(this);
    }
  }

  /** What leaves and what arrives differ: money would be made or lost. */
  record Unbalanced(BigInteger debits, BigInteger credits) implements TransferRefusal {
    @Override
    public String kind() {
      return "Unbalanced";
    }

    @Override
    public String message() {
      return "debits of " + debits + " and credits of " + credits + " minor units differ";
    }

    @Override
    public <T> T fold(
        Function<? super SameAccount, ? extends T> sameAccount,
        Function<? super AmountNotPositive, ? extends T> amountNotPositive,
        Function<? super MixedCurrencies, ? extends T> mixedCurrencies,
        Function<? super Unbalanced, ? extends T> unbalanced,
        Function<? super AmountOverflow, ? extends T> amountOverflow) {
      return unbalanced.apply(this);
    }
  }

  /** The amounts of one direction add up to more than int64. */
  record AmountOverflow(BigInteger sum) implements TransferRefusal {
    @Override
    public String kind() {
      return "AmountOverflow";
    }

    @Override
    public String message() {
      return "amounts add up to " + sum + " minor units, beyond int64";
    }

    @Override
    public <T> T fold(
        Function<? super SameAccount, ? extends T> sameAccount,
        Function<? super AmountNotPositive, ? extends T> amountNotPositive,
        Function<? super MixedCurrencies, ? extends T> mixedCurrencies,
        Function<? super Unbalanced, ? extends T> unbalanced,
        Function<? super AmountOverflow, ? extends T> amountOverflow) {
      return amountOverflow.apply(this);
    }
  }
}
