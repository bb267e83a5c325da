package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.domain.reason.Reason;

/** Why an account cannot be opened with the figures given. */
public sealed interface OpeningRefusal extends Reason {

  /** What {@code cases} says of this refusal. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of refusal.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** An overdraft limit is zero or more. */
    T negativeOverdraft(NegativeOverdraft refusal);

    /** The balance is below what the overdraft limit allows. */
    T belowOverdraft(BelowOverdraft refusal);

    /** The balance is above the ceiling. */
    T aboveCeiling(AboveCeiling refusal);

    /** A ceiling is zero or more, and ceiling plus overdraft fit int64. */
    T ceilingOutOfRange(CeilingOutOfRange refusal);

    /** Balance, overdraft and ceiling are of one currency. */
    T mixedCurrencies(MixedCurrencies refusal);

    /** The account is there, opened with other figures. */
    T openedDifferently(OpenedDifferently refusal);
  }

  /** The account. */
  AccountId account();

  /** An overdraft limit is zero or more. */
  record NegativeOverdraft(AccountId account, Money overdraft) implements OpeningRefusal {
    @Override
    public String kind() {
      return "NegativeOverdraft";
    }

    @Override
    public String message() {
      return "account " + account + ": overdraft " + overdraft + " is below zero";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.negativeOverdraft(this);
    }
  }

  /** The balance is below what the overdraft limit allows. */
  record BelowOverdraft(AccountId account, Money balance) implements OpeningRefusal {
    @Override
    public String kind() {
      return "BelowOverdraft";
    }

    @Override
    public String message() {
      return "account " + account + ": balance " + balance + " is below its overdraft limit";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.belowOverdraft(this);
    }
  }

  /** The balance is above the ceiling. */
  record AboveCeiling(AccountId account, Money balance, Money ceiling) implements OpeningRefusal {
    @Override
    public String kind() {
      return "AboveCeiling";
    }

    @Override
    public String message() {
      return "account " + account + ": balance " + balance + " is above its ceiling " + ceiling;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.aboveCeiling(this);
    }
  }

  /** A ceiling is zero or more, and ceiling plus overdraft fit int64. */
  record CeilingOutOfRange(AccountId account, Money ceiling) implements OpeningRefusal {
    @Override
    public String kind() {
      return "CeilingOutOfRange";
    }

    @Override
    public String message() {
      return "account " + account + ": ceiling " + ceiling + " is out of range";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.ceilingOutOfRange(this);
    }
  }

  /** Balance, overdraft and ceiling are of one currency. */
  record MixedCurrencies(AccountId account) implements OpeningRefusal {
    @Override
    public String kind() {
      return "MixedCurrencies";
    }

    @Override
    public String message() {
      return "account " + account + ": balance, overdraft and ceiling differ in currency";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.mixedCurrencies(this);
    }
  }

  /** The account is there, opened with other figures. */
  record OpenedDifferently(Opening existing) implements OpeningRefusal {
    @Override
    public String kind() {
      return "OpenedDifferently";
    }

    @Override
    public AccountId account() {
      return existing.id();
    }

    @Override
    public String message() {
      return "account "
          + existing.id()
          + " was opened with other figures: balance "
          + existing.balance()
          + ", overdraft "
          + money(existing.overdraft())
          + (existing.hasOwnCeiling() ? ", ceiling " + money(existing.ceiling()) : ", no ceiling");
    }

    private Money money(long minor) {
      return new Money(minor, existing.balance().currency());
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.openedDifferently(this);
    }
  }
}
