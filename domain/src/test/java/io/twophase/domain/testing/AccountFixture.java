package io.twophase.domain.testing;

import static io.twophase.domain.testing.Answers.accepted;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.vavr.control.Option;

/**
 * An account to be.
 *
 * @param id names it
 * @param limit its overdraft, if it has one
 * @param top its ceiling, if it has one of its own
 */
public record AccountFixture(AccountId id, Option<Money> limit, Option<Money> top) {

  static AccountFixture of(String id) {
    return new AccountFixture(new AccountId(id), Option.none(), Option.none());
  }

  /** The same, with an overdraft. */
  public AccountFixture overdraft(Money overdraft) {
    return new AccountFixture(id, Option.some(overdraft), top);
  }

  /** The same, with a ceiling. */
  public AccountFixture ceiling(Money ceiling) {
    return new AccountFixture(id, limit, Option.some(ceiling));
  }

  /** The figures to open it with. */
  public Opening opening(Money balance) {
    return accepted(Opening.of(id, balance, limit.getOrElse(Money.zero(balance.currency())), top));
  }

  /** The account, active, with {@code balance} and nothing held. */
  public Account with(Money balance) {
    return Account.open(opening(balance));
  }
}
