package io.twophase.domain.testing;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where random tests get their randomness. What a test draws follows from its name, and from how
 * often it has drawn before in its process, so that a build that fails fails again; {@code
 * -Dtwophase.seed=random} draws anew. The seed is printed, and {@code -Dtwophase.seed=N} repeats
 * it.
 */
public final class Seed {

  private static final String PROPERTY = "twophase.seed";
  private static final String FRESH = "random";

  /** More than the seeds that a test goes through from its first one. */
  private static final long APART = 1_000_003;

  private static final Map<String, AtomicLong> DRAWN = new ConcurrentHashMap<>();

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
      return test.hashCode()
          + APART * DRAWN.computeIfAbsent(test, none -> new AtomicLong()).getAndIncrement();
    }
    return asked.equals(FRESH) ? System.nanoTime() : Long.parseLong(asked);
  }
}
