package io.twophase.domain.explorer.search;

import io.twophase.domain.explorer.model.Scenario;
import java.time.Duration;

/** Explores, and prints the states visited as a table: a row for each case, then the total. */
public final class ExplorationTable {

  private long states;
  private Duration took = Duration.ZERO;

  public Exploration explore(String name, Scenario scenario) {
    if (states == 0) {
      System.out.println("| case | states | ms |\n|---|---:|---:|");
    }
    long start = System.nanoTime();
    Exploration all = Explorer.explore(scenario);
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
