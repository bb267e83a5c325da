package io.twophase.domain.explorer.search;

import io.twophase.domain.explorer.model.Scenario;
import java.time.Duration;
import java.util.function.Supplier;

/** Explores, and prints the states visited as a table: a row for each case, then the total. */
public final class ExplorationTable {

  private long states;
  private Duration took = Duration.ZERO;

  public Exploration explore(String name, Scenario scenario) {
    return row(name, () -> Explorer.explore(scenario));
  }

  /** A row of an exploration of any kind. */
  public Exploration row(String name, Supplier<Exploration> exploration) {
    if (states == 0) {
      System.out.println("| case | states | ms |\n|---|---:|---:|");
    }
    long start = System.nanoTime();
    Exploration all = exploration.get();
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    states += all.states();
    took = took.plus(duration);
    print(name, all.states(), duration);
    return all;
  }

  public long total() {
    print("total", states, took);
    return states;
  }

  private static void print(String name, long count, Duration duration) {
    System.out.printf("| %s | %,d | %,d |%n", name, count, duration.toMillis());
  }
}
