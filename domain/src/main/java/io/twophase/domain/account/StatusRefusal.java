package io.twophase.domain.account;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.TransactionId;

/**
 * The status of an account does not change.
 *
 * <p>Then: ask again when the reason is gone.
 */
public sealed interface StatusRefusal extends Reason {

  /** The account. */
  AccountId account();

  /** There is no such account. */
  @Line("there is no account %s")
  record NotFound(AccountId account) implements StatusRefusal {}

  /** A closed account stays closed. */
  @Line("account %s is closed")
  record Closed(AccountId account) implements StatusRefusal {}

  /** The account has a balance, so it does not close. */
  @Line("account %s has a balance of %s")
  record NotEmpty(AccountId account, Money balance) implements StatusRefusal {}

  /** The account has holds, so it does not close. */
  record HasHolds(AccountId account, int holds) implements StatusRefusal {
    @Override
    public String message() {
      return "account " + account + " has " + holds + (holds == 1 ? " hold" : " holds");
    }
  }

  /**
   * An undecided transaction relies on the account as it is; the message names the transaction.
   *
   * @param transaction one that holds it
   */
  @Line("account %s is busy: transaction %s holds it as it is until it is decided")
  record Busy(AccountId account, TransactionId transaction) implements StatusRefusal {}
}
