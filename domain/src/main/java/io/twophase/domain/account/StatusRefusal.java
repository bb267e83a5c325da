package io.twophase.domain.account;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;

/** Why an account's status does not change. */
public sealed interface StatusRefusal extends Reason {

  /** The account. */
  AccountId account();

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

  /**
   * A transaction that is not decided yet relies on the account as it is: it checks it, or changes
   * fields of it. The same may succeed when that has ended.
   *
   * @param transaction one that holds it
   */
  record Busy(AccountId account, TransactionId transaction) implements StatusRefusal {
    @Override
    public String message() {
      return "account "
          + account
          + " is busy: transaction "
          + transaction
          + " holds it as it is until it is decided";
    }
  }
}
