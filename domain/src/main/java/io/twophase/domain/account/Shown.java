package io.twophase.domain.account;

import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Direction;
import io.vavr.control.Option;

/**
 * An account's figures as people see them. Those of a credit-normal account are as they are stored.
 * Those of a debit-normal account have the sign turned: a debit raises the balance, what is
 * available is what may still be credited, and its floor and ceiling are those that it was opened
 * with. Amounts that are held or moved have no sign to turn: a debit stays a debit.
 *
 * @param balance settled money
 * @param lowest the lowest that the balance may become by what is held and undecided
 * @param highest the highest that it may become by that
 * @param available how much the balance may still fall by new holds: what is above the floor and
 *     not held
 * @param floor the lowest balance that it may have
 * @param ceiling the highest balance that it may have; none if only int64 bounds it
 */
public record Shown(
    Money balance,
    Money lowest,
    Money highest,
    Money available,
    Money floor,
    Option<Money> ceiling) {

  /** How {@code account} is seen. */
  public static Shown of(Account account) {
    Opening opening = account.opening();
    return switch (opening.normal()) {
      case CREDIT ->
          of(
              account,
              account.lowest(),
              account.highest(),
              account.available(),
              opening.floor(),
              opening.ceiling());
      case DEBIT ->
          of(
              account,
              -account.highest(),
              -account.lowest(),
              account.receivable(),
              -opening.ceiling(),
              -opening.floor());
    };
  }

  /** An amount by which a balance differs, or is, as people see it on such an account. */
  public static Money of(Opening opening, long minor) {
    long shown = opening.normal() == Direction.DEBIT ? Math.negateExact(minor) : minor;
    return new Money(shown, opening.balance().currency());
  }

  private static Shown of(
      Account account, long lowest, long highest, long available, long floor, long ceiling) {
    return new Shown(
        of(account.opening(), account.balance()),
        account.money(lowest),
        account.money(highest),
        account.money(available),
        account.money(floor),
        Option.when(ceiling < Opening.highestCeiling(floor), () -> account.money(ceiling)));
  }
}
