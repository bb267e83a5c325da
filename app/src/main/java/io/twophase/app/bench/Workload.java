package io.twophase.app.bench;

import java.util.SplittableRandom;

/** Which transfers are asked for. */
interface Workload {

  /** Amounts are from one minor unit to this. */
  int LARGEST = 100;

  /** How many accounts there are. */
  int accounts();

  /** The next transfer. */
  Draw next(SplittableRandom random);

  /** Any two of so many accounts; of two, it is one way or the other. */
  static Workload uniform(int accounts) {
    return new Workload() {
      @Override
      public int accounts() {
        return accounts;
      }

      @Override
      public Draw next(SplittableRandom random) {
        int source = random.nextInt(accounts);
        int destination = (source + 1 + random.nextInt(accounts - 1)) % accounts;
        return new Draw(source, destination, 1 + random.nextInt(LARGEST));
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
      public Draw next(SplittableRandom random) {
        int other = 1 + random.nextInt(accounts - 1);
        int amount = 1 + random.nextInt(LARGEST);
        return random.nextBoolean() ? new Draw(0, other, amount) : new Draw(other, 0, amount);
      }
    };
  }
}
