package io.twophase.domain.record;

/** Sums that stop at int64's ends: no bound of a target is beyond them. */
final class Net {

  private Net() {}

  /** The sum, or the end that it would pass. */
  static long plus(long sum, long amount) {
    long added = sum + amount;
    boolean overflows = ((sum ^ added) & (amount ^ added)) < 0;
    return overflows ? (sum < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : added;
  }

  /** The difference, or the end that it would pass. */
  static long minus(long sum, long amount) {
    return amount == Long.MIN_VALUE ? plus(plus(sum, Long.MAX_VALUE), 1) : plus(sum, -amount);
  }
}
