package io.twophase.embedded;

import java.util.Random;

/** Randomness that a failing test can be repeated with. */
public final class Seeds {

  private Seeds() {}

  /** A new seed, or the one given by {@code -Dtwophase.seed=N}. */
  public static long next() {
    return Long.getLong("twophase.seed", new Random().nextLong());
  }
}
