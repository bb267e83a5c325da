package io.twophase.domain.hold;

import java.util.Optional;

/**
 * The net effect of members on one number, which will lie between {@code -debit} and {@code
 * +credit}. All figures of money are minor units.
 *
 * @param debit how far the number may fall, from zero up
 * @param credit how far it may rise, from zero up
 * @param had how much was available when the range was placed, if less is held than the sum of what
 *     the members take
 * @param could how much was receivable then, if less is held than the sum of what they bring
 */
public record Range(long debit, long credit, Optional<Long> had, Optional<Long> could) {

  /** The range of a hold that is no range. */
  public static final Range NONE = whole(0, 0);

  /**
   * @throws IllegalArgumentException if a figure is below zero
   */
  public Range {
    if (debit < 0
        || credit < 0
        || had.filter(left -> left < 0).isPresent()
        || could.filter(left -> left < 0).isPresent()) {
      throw new IllegalArgumentException(
          "range -" + debit + " to +" + credit + ", had " + had + ", could " + could);
    }
  }

  /** All that the members ask for. */
  public static Range whole(long debit, long credit) {
    return new Range(debit, credit, Optional.empty(), Optional.empty());
  }

  /** Returns whether nothing is to be held: such a range is looked at and never placed. */
  public boolean isNothing() {
    return debit == 0 && credit == 0;
  }

  /**
   * Returns whether a sum has reached the end of int64, where sums stop. It stands for more than
   * any target has, so the range fits none before it was reduced to what was read.
   */
  public boolean isBeyondInt64() {
    return (debit == Long.MAX_VALUE && had.isEmpty())
        || (credit == Long.MAX_VALUE && could.isEmpty());
  }

  /** Returns whether a net effect lies within it. */
  public boolean allows(long net) {
    return net >= -debit && net <= credit;
  }

  /** Returns whether a net effect still lies within it after it has changed by {@code amount}. */
  public boolean allows(long net, long amount) {
    long after = net + amount;
    boolean overflows = ((net ^ after) & (amount ^ after)) < 0;
    return !overflows && allows(after);
  }
}
