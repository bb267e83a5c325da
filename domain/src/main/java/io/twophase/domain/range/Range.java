package io.twophase.domain.range;

import io.vavr.control.Option;

/**
 * What a batch holds of one account: its net effect on the balance will lie between {@code -debit}
 * and {@code +credit}. All figures are minor units.
 *
 * @param debit how far the balance may fall, from zero up
 * @param credit how far it may rise, from zero up
 * @param had what was available when the hold was placed, where less than the sum of the debits was
 *     held
 * @param could what was receivable then, where less than the sum of the credits was held
 */
public record Range(long debit, long credit, Option<Long> had, Option<Long> could) {

  /**
   * @throws IllegalArgumentException if a figure is below zero
   */
  public Range {
    if (debit < 0 || credit < 0 || had.exists(left -> left < 0) || could.exists(left -> left < 0)) {
      throw new IllegalArgumentException(
          "range -" + debit + " to +" + credit + ", had " + had + ", could " + could);
    }
  }

  /** All that the members ask for. */
  public static Range whole(long debit, long credit) {
    return new Range(debit, credit, Option.none(), Option.none());
  }

  /** Whether less is held than was asked for. */
  public boolean isReduced() {
    return had.isDefined() || could.isDefined();
  }

  /** Whether a net effect lies within it. */
  public boolean allows(long net) {
    return net >= -debit && net <= credit;
  }

  /**
   * Whether a net effect that lies within it still does after it has changed by {@code amount}. It
   * is exact at the ends of int64 too: the sum itself is not asked for.
   */
  public boolean allows(long net, long amount) {
    return amount < 0 ? amount >= Net.minus(-debit, net) : amount <= Net.minus(credit, net);
  }
}
