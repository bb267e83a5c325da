package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import java.util.Currency;

/**
 * Why an account takes no hold for an operation. Each cancels the transaction, with this reason;
 * {@link AccountBusy} only when waiting has not helped.
 */
public sealed interface HoldRefusal {

  /** The account that refused. */
  AccountId account();

  /** One line that names the account and the figures. */
  String message();

  /** Its name in summaries and records. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** No such account. */
  record NoSuchAccount(AccountId account) implements HoldRefusal {
    @Override
    public String message() {
      return "there is no account " + account;
    }
  }

  /** The account is frozen. */
  record AccountFrozen(AccountId account) implements HoldRefusal {
    @Override
    public String message() {
      return "account " + account + " is frozen";
    }
  }

  /** The account is closed. */
  record AccountClosed(AccountId account) implements HoldRefusal {
    @Override
    public String message() {
      return "account " + account + " is closed";
    }
  }

  /** The account keeps another currency. */
  record CurrencyMismatch(AccountId account, Currency kept, Currency asked) implements HoldRefusal {
    @Override
    public String message() {
      return "account " + account + " keeps " + kept + ", not " + asked;
    }
  }

  /** Less is available than a debit needs. */
  record InsufficientFunds(AccountId account, Money available, Money asked) implements HoldRefusal {
    @Override
    public String message() {
      return "account " + account + " has " + available + " available, " + asked + " asked";
    }
  }

  /** Less is receivable than a credit brings: it could lift the account above its ceiling. */
  record CeilingReached(AccountId account, Money receivable, Money asked) implements HoldRefusal {
    @Override
    public String message() {
      return "account " + account + " can receive " + receivable + ", " + asked + " asked";
    }
  }

  /** What is stored under the account's id is not an account that this version can read. */
  record AccountCorrupt(AccountId account, String fault) implements HoldRefusal {
    @Override
    public String message() {
      return "account " + account + " cannot be read: " + fault;
    }
  }

  /**
   * The account has as many holds as it may have at a time, and takes no more until some of them
   * end. The only refusal that time alone may lift.
   */
  record AccountBusy(AccountId account, int holds) implements HoldRefusal {
    @Override
    public String message() {
      return "account " + account + " is busy: it has " + holds + " holds, and may have no more";
    }
  }
}
