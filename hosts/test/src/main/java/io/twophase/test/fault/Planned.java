package io.twophase.test.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A fault that has not struck yet. Guarded by its {@link Faults}. */
final class Planned {

  /** More would make no message better. */
  private static final int MOST_SHOWN = 20;

  private final String words;
  private final Predicate<Touch> those;
  private final Effect effect;
  private final List<String> passed = new ArrayList<>();
  private int passing;

  Planned(String words, Predicate<Touch> those, int passing, Effect effect) {
    this.words = words;
    this.those = those;
    this.passing = passing;
    this.effect = effect;
  }

  /** Returns whether it is due at this write; counts it. */
  boolean isDue(Write write) {
    if (passed.size() < MOST_SHOWN) {
      passed.add(write.toString());
    }
    if (!write.has(those)) {
      return false;
    }
    return passing-- <= 0;
  }

  List<Object> strike(Write write) {
    return effect.strike(write, those);
  }

  /** Returns what it is, and what was written in its time. */
  @Override
  public String toString() {
    return words
        + "; since it was planned "
        + (passed.isEmpty() ? "nothing was written" : "these were written: " + passed);
  }
}
