package io.twophase.app.simulation;

import java.util.Map;
import java.util.TreeMap;

/** How often what happened. */
final class Tally {

  private final Map<String, Long> counts = new TreeMap<>();

  void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  void add(Tally other) {
    other.counts.forEach((what, times) -> counts.merge(what, times, Long::sum));
  }

  long of(String what) {
    return counts.getOrDefault(what, 0L);
  }

  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    counts.forEach((what, times) -> lines.append(String.format("  %8d %s%n", times, what)));
    return lines.toString();
  }
}
