package io.twophase.bench.measure;

import io.twophase.bench.competitor.BenchTransfer;
import java.util.SplittableRandom;

/** Which transfers are asked for. */
public interface Workload {

  /** Amounts are from one minor unit to this. */
  int LARGEST = 100;

  /** How many accounts there are. */
  int accounts();

  /** The next transfer. */
  BenchTransfer next(SplittableRandom random);

  /** Any two of so many accounts; of two, it is one way or the other. */
  static Workload uniform(int accounts) {
    return new Workload() {
      @Override
      public int accounts() {
        return accounts;
      }

      @Override
      public BenchTransfer next(SplittableRandom random) {
        int source = random.nextInt(accounts);
        int destination = (source + 1 + random.nextInt(accounts - 1)) % accounts;
        return new BenchTransfer(source, destination, 1 + random.nextInt(LARGEST));
      }
    };
  }

  /** Between the first account and any other, one way or the other. */
  static Workload withTheFirst(int accounts) {
    return new Workload() {
      @Override
      public int accounts() {
        return accounts;
      }

      @Override
      public BenchTransfer next(SplittableRandom random) {
        int other = 1 + random.nextInt(accounts - 1);
        int amount = 1 + random.nextInt(LARGEST);
        return random.nextBoolean()
            ? new BenchTransfer(0, other, amount)
            : new BenchTransfer(other, 0, amount);
      }
    };
  }
}
