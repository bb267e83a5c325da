package io.twophase.domain.range;

/** Sums of minor units that stop at int64's ends: no bound of an account is beyond them. */
public final class Net {

  private Net() {}

  /** The sum, or the end that it would pass. */
  public static long plus(long sum, long amount) {
    long added = sum + amount;
    boolean overflows = ((sum ^ added) & (amount ^ added)) < 0;
    return overflows ? (sum < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : added;
  }

  /** The difference, or the end that it would pass. */
  public static long minus(long sum, long amount) {
    return amount == Long.MIN_VALUE ? plus(plus(sum, Long.MAX_VALUE), 1) : plus(sum, -amount);
  }
}
