package io.twophase.domain.operation;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Text;
import io.twophase.domain.operation.AccountOperation.Debit;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** An operation on an account: it moves money, within the account's two bounds. */
public sealed interface AccountOperation extends Operation {

  /** The operations of a transfer; {@code atMost}, of as much of the amount as there is. */
  static List<AccountOperation> transfer(
      AccountId source, AccountId destination, Money amount, boolean atMost) {
    return List.of(new Debit(source, amount, atMost), new Credit(destination, amount));
  }

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

  @Override
  default long bytes() {
    return Text.bytes(account().value());
  }

  /** The operation that undoes this one, once it is done. */
  AccountOperation reversed();

  /**
   * Takes an amount out of an account; or, {@code atMost}, as much of it as there is when it is
   * held.
   *
   * @param account the account
   * @param amount how much; of one that is at most, the most that may be taken
   * @param atMost whether less is taken where less is available; how much that is, only the hold
   *     says, and after the decision the record
   */
  record Debit(AccountId account, Money amount, boolean atMost) implements AccountOperation {

    /**
     * @throws IllegalArgumentException if the amount is not above zero
     */
    public Debit {
      require("debit", account, amount);
    }

    /** All of the amount, or nothing. */
    public Debit(AccountId account, Money amount) {
      this(account, amount, false);
    }

    /** As much as there is, and no more than the amount. */
    public static Debit atMost(AccountId account, Money amount) {
      return new Debit(account, amount, true);
    }

    /** Returns whether all that is taken out of the account is put into another one. */
    public boolean isTransferTo(Credit credit) {
      // most have this very amount
      return Objects.equals(amount, credit.amount) && !account.equals(credit.account);
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

  private static void require(String kind, AccountId account, Money amount) {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(amount, "amount");
    if (!amount.isPositive()) {
      throw new IllegalArgumentException(
          kind + " of " + account + ": amount " + amount + " is not above zero");
    }
  }

  /** Puts an amount into an account. */
  record Credit(AccountId account, Money amount) implements AccountOperation {

    /**
     * @throws IllegalArgumentException if the amount is not above zero
     */
    public Credit {
      require("credit", account, amount);
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

  /** The direction of an operation or a hold: out of an account, or into it. */
  enum Direction {
    /** Money that leaves; held against what is available. */
    DEBIT,
    /** Money that arrives; held against what is receivable. */
    CREDIT
  }
}
