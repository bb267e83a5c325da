package io.twophase.app.simulation.audit;

import java.util.Map;
import java.util.TreeMap;

/** How often what happened. */
public final class Tally {

  private final Map<String, Long> counts = new TreeMap<>();

  public void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  public void add(Tally other) {
    other.counts.forEach((what, times) -> counts.merge(what, times, Long::sum));
  }

  public long of(String what) {
    return counts.getOrDefault(what, 0L);
  }

  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    counts.forEach((what, times) -> lines.append(String.format("  %8d %s%n", times, what)));
    return lines.toString();
  }
}
