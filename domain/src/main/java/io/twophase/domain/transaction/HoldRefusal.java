package io.twophase.domain.transaction;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import java.util.Currency;

/**
 * An account takes no hold for an operation, which cancels the transaction.
 *
 * <p>Then: ask under a new id when the reason is gone.
 */
public sealed interface HoldRefusal extends CancelReason {

  /** The account that refused. */
  AccountId account();

  /** There is no such account. */
  @Line("there is no account %s")
  record NoSuchAccount(AccountId account) implements HoldRefusal {}

  /** The account is frozen. */
  @Line("account %s is frozen")
  record AccountFrozen(AccountId account) implements HoldRefusal {}

  /** The account is closed. */
  @Line("account %s is closed")
  record AccountClosed(AccountId account) implements HoldRefusal {}

  /** The account keeps another currency. */
  @Line("account %s keeps %s, not %s")
  record CurrencyMismatch(AccountId account, Currency kept, Currency asked)
      implements HoldRefusal {}

  /** Less is available than a debit needs. */
  @Line("account %s has %s available, %s asked")
  record InsufficientFunds(AccountId account, Money available, Money asked)
      implements HoldRefusal {}

  /** A debit takes as much as is available, and nothing is available. */
  @Line("account %s has nothing available, at most %s asked")
  record NothingAvailable(AccountId account, Money asked) implements HoldRefusal {}

  /** Less is receivable than a credit brings: it could lift the account above its ceiling. */
  @Line("account %s can receive %s, %s asked")
  record CeilingReached(AccountId account, Money receivable, Money asked) implements HoldRefusal {}

  /**
   * This version cannot read the document of the account; the message names the field.
   *
   * <p>Then: correct the document, or upgrade.
   */
  @Line("account %s cannot be read: %s")
  record AccountCorrupt(AccountId account, String fault) implements HoldRefusal {
    /** A long fault is cut: it may show what is stored, and records keep it. */
    public AccountCorrupt {
      fault = Reason.cut(fault);
    }
  }

  /**
   * The account had as many holds as it may have for the whole of the patience. Time alone may lift
   * this refusal.
   *
   * <p>Then: ask under a new id, more slowly.
   */
  @Line("account %s is busy: it has %s holds, and may have no more")
  record AccountBusy(AccountId account, int holds) implements HoldRefusal {}

  /**
   * An earlier transaction with this id, whose record has expired, has another hold on the account.
   *
   * <p>Then: scrub, and ask under another id.
   *
   * <p>It is never taken for this transaction's own. Once this one is canceled, the hold is an
   * orphan, which a scrub releases; then the transfer can be asked for under another id.
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
      return ("account %s has a hold under the id %s that is not this transaction's: a %s of %s at"
              + " epoch %s, left by an earlier transaction of that id; scrub releases it")
          .formatted(
              account(),
              transaction,
              held.<String>fold(debit -> "debit", credit -> "credit"),
              held.amount(),
              epoch);
    }
  }
}
