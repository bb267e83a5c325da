package io.twophase.domain.testing;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountFigures;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Hold;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Direction;
import io.vavr.control.Option;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;

/** What tests say of an account. */
public final class AccountAssert extends AbstractAssert<AccountAssert, Account> {

  AccountAssert(Account account) {
    super(account, AccountAssert.class);
  }

  /** Settled money. */
  public AccountAssert hasBalance(Money expected) {
    return figure("balance", expected, account().money(account().balance()));
  }

  /** What may still be held out of it. */
  public AccountAssert hasAvailable(Money expected) {
    return figure("available", expected, account().money(account().available()));
  }

  /** What may still be held into it. */
  public AccountAssert canReceive(Money expected) {
    return figure("receivable", expected, account().money(account().receivable()));
  }

  /** Its status. */
  public AccountAssert is(AccountStatus expected) {
    if (account().status() != expected) {
      failWithMessage("expected account %s to be %s", account(), expected);
    }
    return this;
  }

  /** A hold of a transaction, at an epoch. */
  public AccountAssert holds(String transaction, long epoch, Direction direction, Money amount) {
    Hold expected =
        new Hold(
            Fixtures.transactionId(transaction), Fixtures.epoch(epoch), direction, amount.minor());
    Option<Hold> found = account().holds().get(expected.transaction());
    if (!found.contains(expected)) {
      failWithMessage("expected account %s to hold %s, not %s", account().id(), expected, found);
    }
    return this;
  }

  /** No hold of anybody. */
  public AccountAssert holdsNothing() {
    if (!account().holds().isEmpty()) {
      failWithMessage("expected account %s to hold nothing", account());
    }
    return this;
  }

  /** Its figures agree with each other and keep the bounds. */
  public AccountAssert isSound() {
    AccountFigures.fault(account()).forEach(fault -> failWithMessage("%s: %s", account(), fault));
    return this;
  }

  private AccountAssert figure(String name, Money expected, Money found) {
    if (!found.equals(expected)) {
      failWithMessage(
          "expected %s of account %s to be %s, not %s", name, account().id(), expected, found);
    }
    return this;
  }

  private Account account() {
    isNotNull();
    return Objects.requireNonNull(actual);
  }
}
