package io.twophase.domain.account;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
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
  @Line("account %s: overdraft %s is below zero")
  record NegativeOverdraft(AccountId account, Money overdraft) implements OpeningRefusal {}

  /** The floor, or the floor with the sign turned, does not fit int64. */
  @Line("account %s: floor %s is out of range")
  record FloorOutOfRange(AccountId account, Money floor) implements OpeningRefusal {}

  /** The balance is below the floor, which is zero unless another is given. */
  @Line("account %s: balance %s is below its floor %s")
  record BelowFloor(AccountId account, Money balance, Money floor) implements OpeningRefusal {}

  /** The balance is above the ceiling. */
  @Line("account %s: balance %s is above its ceiling %s")
  record AboveCeiling(AccountId account, Money balance, Money ceiling) implements OpeningRefusal {}

  /** The ceiling is below the floor, or its distance from the floor does not fit int64. */
  @Line("account %s: ceiling %s is out of range")
  record CeilingOutOfRange(AccountId account, Money ceiling) implements OpeningRefusal {}

  /** Balance, floor (or overdraft) and ceiling differ in currency. */
  @Line("account %s: balance, floor and ceiling differ in currency")
  record MixedCurrencies(AccountId account) implements OpeningRefusal {}

  /** The account is there, opened with other figures: exit code 1. */
  record OpenedDifferently(Opening existing) implements OpeningRefusal {
    @Override
    public AccountId account() {
      return existing.id();
    }

    @Override
    public String message() {
      return "account %s was opened with other figures: balance %s, floor %s, %s%s"
          .formatted(
              existing.id(),
              existing.shown(existing.balance()),
              existing.shownFloor(),
              existing.shownCeiling().map(ceiling -> "ceiling " + ceiling).orElse("no ceiling"),
              existing.normal() == Direction.DEBIT ? ", debit-normal" : "");
    }
  }
}
