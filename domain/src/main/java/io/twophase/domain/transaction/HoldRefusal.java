package io.twophase.domain.transaction;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import java.util.Currency;

/**
 * Why an account takes no hold for an operation. Each cancels the transaction, with this reason;
 * {@link AccountBusy} only when waiting has not helped.
 */
public sealed interface HoldRefusal extends CancelReason {

  /** The account that refused. */
  AccountId account();

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

  /** Nothing is available of which a debit takes as much as there is. */
  record NothingAvailable(AccountId account, Money asked) implements HoldRefusal {
    @Override
    public String message() {
      return "account " + account + " has nothing available, at most " + asked + " asked";
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
    /** A long fault is cut: it may show what is stored, and records keep it. */
    public AccountCorrupt {
      fault = Reason.cut(fault);
    }

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

  /**
   * The account has a hold under this transaction's id that is for another operation: an earlier
   * transaction, whose record has expired since, had the same id and left it. It is never taken for
   * this transaction's own. Once this one is canceled, the hold is an orphan, which a scrub
   * releases; then the transfer can be asked for under another id.
   *
   * @param transaction the id
   * @param epoch the hold's
   * @param held what the hold is for
   */
  record ForeignHold(TransactionId transaction, Epoch epoch, AccountOperation held)
      implements HoldRefusal {
    @Override
    public AccountId account() {
      return held.account();
    }

    @Override
    public String message() {
      return "account "
          + account()
          + " has a hold under the id "
          + transaction
          + " that is not this transaction's: a "
          + held.<String>fold(debit -> "debit", credit -> "credit")
          + " of "
          + held.amount()
          + " at epoch "
          + epoch
          + ", left by an earlier transaction of that id; scrub releases it";
    }
  }
}
