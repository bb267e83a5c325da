package io.twophase.domain.hold;

import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import java.util.Optional;

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
    Optional<Money> ceiling) {

  /** The figures of {@code account}. */
  public static Shown of(Account account) {
    return switch (account.opening().normal()) {
      case CREDIT -> of(account, account.lowest(), account.highest(), account.available());
      case DEBIT -> of(account, account.highest(), account.lowest(), account.receivable());
    };
  }

  private static Shown of(Account account, Money lowest, Money highest, Money available) {
    Opening opening = account.opening();
    return new Shown(
        opening.shown(account.balance()),
        opening.shown(lowest),
        opening.shown(highest),
        available,
        opening.shownFloor(),
        opening.shownCeiling());
  }
}
