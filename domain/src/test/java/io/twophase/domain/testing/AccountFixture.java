package io.twophase.domain.testing;

import static io.twophase.domain.testing.Answers.accepted;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation.Direction;
import java.util.Optional;

/**
 * An account to be.
 *
 * @param id names it
 * @param bottom its floor, if it has one of its own
 * @param top its ceiling, if it has one of its own
 * @param normal what raises its balance
 */
public record AccountFixture(
    AccountId id, Optional<Money> bottom, Optional<Money> top, Direction normal) {

  static AccountFixture of(String id) {
    return new AccountFixture(
        new AccountId(id), Optional.empty(), Optional.empty(), Direction.CREDIT);
  }

  /** The same, with an overdraft. */
  public AccountFixture overdraft(Money overdraft) {
    return floor(new Money(-overdraft.minor(), overdraft.currency()));
  }

  /** The same, with a floor. */
  public AccountFixture floor(Money floor) {
    return new AccountFixture(id, Optional.of(floor), top, normal);
  }

  /** The same, with a ceiling. */
  public AccountFixture ceiling(Money ceiling) {
    return new AccountFixture(id, bottom, Optional.of(ceiling), normal);
  }

  /** The same, of which a debit raises the balance: all figures are given as people see them. */
  public AccountFixture debitNormal() {
    return new AccountFixture(id, bottom, top, Direction.DEBIT);
  }

  /** The figures to open it with. */
  public Opening opening(Money balance) {
    return accepted(Opening.of(id, balance, bottom, top, normal));
  }

  /** The account, active, with {@code balance} and nothing held. */
  public Account with(Money balance) {
    return Account.open(opening(balance));
  }
}
