package io.twophase.domain.testing;

import static io.twophase.domain.operation.AccountOperation.Direction.CREDIT;
import static io.twophase.domain.testing.Answers.accepted;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.vavr.control.Either;
import java.util.Currency;
import java.util.List;
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
    return new AccountFixture(new AccountId(id), Optional.empty(), Optional.empty(), CREDIT);
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

  /**
   * The opening of words, in minor units: an id, a balance, then {@code overdraft=5}, {@code
   * floor=1}, {@code ceiling=9}, {@code debit} for debit-normal, and another currency than dollars.
   */
  public static Either<OpeningRefusal, Opening> words(String words) {
    String[] all = words.split(" ", -1);
    String last = all[all.length - 1];
    Currency currency =
        Currency.getInstance(all.length > 2 && last.matches("[A-Z]{3}") ? last : "USD");
    AccountFixture account = of(all[0]);
    for (String word : List.of(all).subList(2, all.length)) {
      String[] sides = word.split("=", 2);
      account =
          switch (sides[0]) {
            case "overdraft" -> account.overdraft(money(sides[1], currency));
            case "floor" -> account.floor(money(sides[1], currency));
            case "ceiling" -> account.ceiling(money(sides[1], currency));
            case "debit" -> account.debitNormal();
            default -> account;
          };
    }
    return Opening.of(
        account.id, money(all[1], currency), account.bottom, account.top, account.normal);
  }

  /** Minor units of that currency, or of euros behind an E; MAX is the most, and MIN the least. */
  public static Money money(String figure, Currency currency) {
    String number =
        figure
            .replace("MAX", String.valueOf(Long.MAX_VALUE))
            .replace("MIN", String.valueOf(Long.MIN_VALUE));
    return number.endsWith("E")
        ? new Money(Long.parseLong(number.substring(0, number.length() - 1)), Fixtures.EUR)
        : new Money(Long.parseLong(number), currency);
  }

  /** The account, active, with {@code balance} and nothing held. */
  public Account with(Money balance) {
    return Account.open(opening(balance));
  }
}
