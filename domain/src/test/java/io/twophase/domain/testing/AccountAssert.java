package io.twophase.domain.testing;

import io.twophase.domain.Money;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.operation.AccountOperation.Direction;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;

/** What tests say of an account. */
public final class AccountAssert extends AbstractAssert<AccountAssert, Account> {

  AccountAssert(Account account) {
    super(account, AccountAssert.class);
  }

  /** Settled money. */
  public AccountAssert hasBalance(Money expected) {
    return figure("balance", expected, account().balance());
  }

  /** What may still be held out of it. */
  public AccountAssert hasAvailable(Money expected) {
    return figure("available", expected, account().available());
  }

  /** What may still be held into it. */
  public AccountAssert canReceive(Money expected) {
    return figure("receivable", expected, account().receivable());
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
    Range range =
        direction == Direction.DEBIT
            ? Range.whole(amount.minor(), 0)
            : Range.whole(0, amount.minor());
    List<Hold> found =
        account().holds().stream()
            .filter(hold -> hold.record().value().equals(transaction))
            .toList();
    boolean isSo =
        found.size() == 1
            && found.get(0).epoch().equals(Fixtures.epoch(epoch))
            && found.get(0).range().equals(range);
    if (!isSo) {
      failWithMessage(
          "expected account %s to hold %s of %s at %s, not %s",
          account().id(), range, transaction, epoch, found);
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
    long debits = account().holds().stream().mapToLong(hold -> hold.range().debit()).sum();
    long credits = account().holds().stream().mapToLong(hold -> hold.range().credit()).sum();
    long available = account().available().minor();
    long receivable = account().receivable().minor();
    boolean isSound =
        available == account().balance().minor() - account().opening().floor().minor() - debits
            && receivable
                == account().opening().ceiling().minor() - account().balance().minor() - credits
            && available >= 0
            && receivable >= 0;
    if (!isSound) {
      failWithMessage("expected figures of %s that agree with each other", account());
    }
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
