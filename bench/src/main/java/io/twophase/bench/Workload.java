package io.twophase.bench;

import io.twophase.bench.competitor.Competitor.BenchTransfer;
import java.util.SplittableRandom;

/**
 * The transfers of a measurement.
 *
 * @param accounts how many accounts there are, at least two
 * @param isWithTheFirst whether one account of each transfer is the first
 */
public record Workload(int accounts, boolean isWithTheFirst) {

  /** Amounts are from one minor unit to this. */
  static final int LARGEST = 100;

  /** Any two of so many accounts; of two, it is one way or the other. */
  public static Workload uniform(int accounts) {
    return new Workload(accounts, false);
  }

  /** Between the first account and any other, one way or the other. */
  public static Workload withTheFirst(int accounts) {
    return new Workload(accounts, true);
  }

  /** The next transfer. */
  public BenchTransfer next(SplittableRandom random) {
    int one = isWithTheFirst ? 0 : random.nextInt(accounts);
    int other = (one + 1 + random.nextInt(accounts - 1)) % accounts;
    int amount = 1 + random.nextInt(LARGEST);
    return isWithTheFirst && random.nextBoolean()
        ? new BenchTransfer(other, one, amount)
        : new BenchTransfer(one, other, amount);
  }
}
