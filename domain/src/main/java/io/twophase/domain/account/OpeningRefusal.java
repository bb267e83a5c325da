package io.twophase.domain.account;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.operation.AccountOperation.Direction;

/**
 * An account cannot be opened with the figures given.
 *
 * <p>Then: correct the figures.
 */
public sealed interface OpeningRefusal extends Reason {

  /** The account. */
  AccountId account();

  /** The overdraft is below zero. */
  record NegativeOverdraft(AccountId account, Money overdraft) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": overdraft " + overdraft + " is below zero";
    }
  }

  /** The floor, or the floor with the sign turned, does not fit int64. */
  record FloorOutOfRange(AccountId account, Money floor) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": floor " + floor + " is out of range";
    }
  }

  /** The balance is below the floor, which is zero unless another is given. */
  record BelowFloor(AccountId account, Money balance, Money floor) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": balance " + balance + " is below its floor " + floor;
    }
  }

  /** The balance is above the ceiling. */
  record AboveCeiling(AccountId account, Money balance, Money ceiling) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": balance " + balance + " is above its ceiling " + ceiling;
    }
  }

  /** The ceiling is below the floor, or its distance from the floor does not fit int64. */
  record CeilingOutOfRange(AccountId account, Money ceiling) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": ceiling " + ceiling + " is out of range";
    }
  }

  /** Balance, floor (or overdraft) and ceiling differ in currency. */
  record MixedCurrencies(AccountId account) implements OpeningRefusal {
    @Override
    public String message() {
      return "account " + account + ": balance, floor and ceiling differ in currency";
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
          + existing.shown(existing.balance())
          + ", floor "
          + existing.shownFloor()
          + existing.shownCeiling().map(ceiling -> ", ceiling " + ceiling).orElse(", no ceiling")
          + (existing.normal() == Direction.DEBIT ? ", debit-normal" : "");
    }
  }
}
