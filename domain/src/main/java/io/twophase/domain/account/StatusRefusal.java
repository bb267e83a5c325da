package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;

/** Why an account's status does not change. */
public sealed interface StatusRefusal {

  /** The account. */
  AccountId account();

  /** One line that names the account and the reason. */
  String message();

  /** Its name in machine-readable answers. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** No such account. */
  record NotFound(AccountId account) implements StatusRefusal {
    @Override
    public String message() {
      return "there is no account " + account;
    }
  }

  /** A closed account stays closed. */
  record Closed(AccountId account) implements StatusRefusal {
    @Override
    public String message() {
      return "account " + account + " is closed";
    }
  }

  /** Money is left in it (or owed), so it does not close. */
  record NotEmpty(AccountId account, Money balance) implements StatusRefusal {
    @Override
    public String message() {
      return "account " + account + " has a balance of " + balance;
    }
  }

  /** Something is held on it, so it does not close. */
  record HasHolds(AccountId account, int holds) implements StatusRefusal {
    @Override
    public String message() {
      return "account " + account + " has " + holds + (holds == 1 ? " hold" : " holds");
    }
  }
}
