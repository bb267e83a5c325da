package io.twophase.domain.testing;

import java.util.Random;

/**
 * Where random tests get their randomness. A test draws the same each time, so that a build that
 * fails fails again; {@code -Dtwophase.seed=random} draws anew. The seed is printed, and {@code
 * -Dtwophase.seed=N} repeats it.
 */
public final class Seed {

  private static final String PROPERTY = "twophase.seed";
  private static final String FRESH = "random";

  private Seed() {}

  /** A random of {@link #next}. */
  public static Random random(String test) {
    return new Random(next(test));
  }

  /** The seed of the test, which it prints: that of the property, or a fresh one, or its own. */
  public static long next(String test) {
    long seed = of(System.getProperty(PROPERTY, ""), test);
    System.out.println(test + ": -D" + PROPERTY + "=" + seed);
    return seed;
  }

  private static long of(String asked, String test) {
    if (asked.isEmpty()) {
      return test.hashCode();
    }
    return asked.equals(FRESH) ? System.nanoTime() : Long.parseLong(asked);
  }
}
