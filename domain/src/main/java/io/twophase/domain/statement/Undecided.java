package io.twophase.domain.statement;

import io.twophase.domain.Money;
import java.util.Currency;

/**
 * The holds of an account for transactions that are not decided: they are on no line, and may be
 * settled or not.
 *
 * @param holds how many transactions, or batches, hold something
 * @param debits the most that may leave
 * @param credits the most that may arrive
 */
public record Undecided(int holds, Money debits, Money credits) {

  /** Nothing is held of an account of a currency. */
  public static Undecided none(Currency currency) {
    return new Undecided(0, Money.zero(currency), Money.zero(currency));
  }

  /**
   * These holds, and one more.
   *
   * @param debit the most that it takes from the account, in minor units
   * @param credit the most that it brings, in minor units
   */
  public Undecided with(long debit, long credit) {
    return new Undecided(holds + 1, sum(debits, debit), sum(credits, credit));
  }

  private static Money sum(Money held, long more) {
    return new Money(Math.addExact(held.minor(), more), held.currency());
  }
}
