package io.twophase.domain.testing;

import java.util.Random;

/** Where random tests get their randomness: printed, and given back to repeat a run. */
public final class Seed {

  private static final String PROPERTY = "twophase.seed";

  private Seed() {}

  /** A new random of a fresh seed, or of {@code -Dtwophase.seed}, which it prints. */
  public static Random random(String test) {
    return new Random(next(test));
  }

  /** A fresh seed, or that of {@code -Dtwophase.seed}, which it prints. */
  public static long next(String test) {
    long seed = Long.getLong(PROPERTY, System.nanoTime());
    System.out.println(test + ": -D" + PROPERTY + "=" + seed);
    return seed;
  }
}
