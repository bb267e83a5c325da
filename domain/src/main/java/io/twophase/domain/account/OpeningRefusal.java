package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;

/** Why an account cannot be opened with the figures given. */
public sealed interface OpeningRefusal {

  /** The account. */
  AccountId account();

  /** One line that names the account and the figure. */
  String message();

  /** Its name in machine-readable answers. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** An overdraft limit is zero or more. */
  record NegativeOverdraft(AccountId account, Money overdraft) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": overdraft " + overdraft + " is below zero";
    }
  }

  /** The balance is below what the overdraft limit allows. */
  record BelowOverdraft(AccountId account, Money balance) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": balance " + balance + " is below its overdraft limit";
    }
  }

  /** The balance is above the ceiling. */
  record AboveCeiling(AccountId account, Money balance, Money ceiling) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": balance " + balance + " is above its ceiling " + ceiling;
    }
  }

  /** A ceiling is zero or more, and ceiling plus overdraft fit int64. */
  record CeilingOutOfRange(AccountId account, Money ceiling) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": ceiling " + ceiling + " is out of range";
    }
  }

  /** Balance, overdraft and ceiling are of one currency. */
  record MixedCurrencies(AccountId account) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": balance, overdraft and ceiling differ in currency";
    }
  }

  /** The account is there, opened with other figures. */
  record OpenedDifferently(Opening existing) implements OpeningRefusal {
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
  }
}
