package io.twophase.bench;

import io.twophase.bench.BenchSettings.AccountSpread;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that was measured.
 *
 * @param machine where
 * @param server what the server calls itself
 * @param settings what was asked for
 * @param cells the combinations, in the order they were measured
 * @param skipped the competitors that this server cannot be measured with
 */
public record BenchReport(
    Machine machine,
    String server,
    BenchSettings settings,
    List<Cell> cells,
    List<Skipped> skipped) {

  /**
   * One combination, and what all competitors came to in it.
   *
   * @param threads how many threads asked at the same time
   * @param spread over which accounts
   * @param latency what was added to each round trip
   * @param competitors in the order of their turns
   * @param took how long all of it took
   */
  public record Cell(
      int threads,
      AccountSpread spread,
      Duration latency,
      List<Figures> competitors,
      Duration took) {

    /** Returns the combination in words. */
    public String combination() {
      String counted = threads == 1 ? " thread" : " threads";
      long millis = Math.round(latency.toNanos() / 1e6);
      return millis + " ms, accounts " + spread.name() + ", " + threads + counted;
    }

    /**
     * Returns how many rounds of each competitor were measured: fewer than were asked for, where
     * the time for one combination was over.
     */
    public int rounds() {
      return competitors.get(0).rounds().size();
    }
  }

  /**
   * The figures of one competitor, in one combination of threads, spread and latency. Each rate and
   * latency is the median of the rounds.
   *
   * @param competitor which
   * @param perSecond transfers that happened, per second
   * @param rounds the same, of each round
   * @param wire what went over the wire for one transfer, counted in a round that was not timed
   * @param p50 the median latency of a transfer, from asking to the answer, in microseconds
   * @param p99 the latency that one transfer in a hundred exceeds, in microseconds
   * @param p999 the latency that one transfer in a thousand exceeds, in microseconds
   * @param toTutorial how many times the tutorial's transfers per second
   * @param toFloor how many times the floor's transfers per second
   * @param before all balances together before the first round, in minor units
   * @param after all balances together after the last round, in minor units
   * @param findings what is off; empty if all is well
   */
  public record Figures(
      String competitor,
      double perSecond,
      List<Double> rounds,
      Wire wire,
      double p50,
      double p99,
      double p999,
      double toTutorial,
      double toFloor,
      BigInteger before,
      BigInteger after,
      List<String> findings) {

    /** Returns whether there is as much money as before. */
    public boolean isConserved() {
      return before.equals(after);
    }
  }

  /**
   * The traffic of one transfer, on average.
   *
   * @param roundTrips commands sent
   * @param majorityWaits commands that were answered after a majority had them
   * @param documentWrites documents inserted, changed or removed
   * @param bytesSent the sizes of the commands
   */
  public record Wire(
      double roundTrips, double majorityWaits, double documentWrites, double bytesSent) {}

  /**
   * A competitor that was not measured, because the server has not what it needs.
   *
   * @param competitor which
   * @param reason why, in one sentence
   */
  public record Skipped(String competitor, String reason) {}

  /** Returns what is off, a line each, which names the competitor and the combination. */
  public List<String> findings() {
    List<String> all = new ArrayList<>();
    for (Cell cell : cells) {
      for (Figures figures : cell.competitors()) {
        for (String finding : figures.findings()) {
          all.add(figures.competitor() + ", " + cell.combination() + ": " + finding);
        }
      }
    }
    return all;
  }

  /**
   * The machine of a measurement; the client and the server share it if the server is a process of
   * the bench's own.
   *
   * @param cores processors that this process may use
   * @param jdk name and version of the Java runtime
   * @param os name, version and architecture of the operating system
   * @param maxHeapMegabytes the most that this process's heap may take
   */
  public record Machine(int cores, String jdk, String os, long maxHeapMegabytes) {

    private static final long MEGABYTE = 1 << 20;

    /** This one. */
    public static Machine here() {
      return new Machine(
          Runtime.getRuntime().availableProcessors(),
          System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
          Stream.of("os.name", "os.version", "os.arch")
              .map(System::getProperty)
              .collect(Collectors.joining(" ")),
          Runtime.getRuntime().maxMemory() / MEGABYTE);
    }
  }
}
