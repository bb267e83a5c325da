package io.twophase.app.simulation.world;

import java.util.List;
import java.util.Random;

/**
 * How bad the network is.
 *
 * @param faults of a thousand calls, so many go wrong
 * @param stalls of a thousand calls, before so many the process stops for long
 */
public record FaultRates(int faults, int stalls) {

  /** Nothing goes wrong. */
  public static final FaultRates CALM = new FaultRates(0, 0);

  /** Little goes well. */
  static final FaultRates STORM = new FaultRates(300, 15);

  /** Anything from a good network to a storm. */
  static FaultRates of(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new FaultRates(15, 3);
      case 1 -> new FaultRates(60, 15);
      case 2 -> new FaultRates(150, 8);
      default -> STORM;
    };
  }

  boolean isCalm() {
    return equals(CALM);
  }

  boolean stalls(Random random) {
    return random.nextInt(1000) < stalls;
  }

  /** What becomes of a write of so many elements. */
  Fate ofWrite(Random random, int elements) {
    Fate fate = passOr(random, Fate.OF_WRITES);
    if (isCalm() || elements == 1) {
      return fate == Fate.PARTIAL || fate == Fate.CRASH_AMID ? Fate.LOSE_ANSWER : fate;
    }
    if (fate != Fate.PASS) {
      return fate;
    }
    return switch (random.nextInt(4)) {
      case 0 -> Fate.ONE_BY_ONE;
      case 1 -> Fate.VAGUE;
      default -> Fate.PASS;
    };
  }

  /** What becomes of a read. */
  Fate ofRead(Random random) {
    // reads are many, and there is little that can be wrong with them
    return random.nextInt(3) == 0 ? passOr(random, Fate.OF_READS) : Fate.PASS;
  }

  private Fate passOr(Random random, List<Fate> faulty) {
    return random.nextInt(1000) < faults ? faulty.get(random.nextInt(faulty.size())) : Fate.PASS;
  }
}
