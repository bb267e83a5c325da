package io.twophase.bench;

import io.twophase.bench.BenchReport.Machine;
import java.time.Duration;
import java.util.List;

/**
 * The figures of Twophase under growth.
 *
 * @param machine where it was measured
 * @param server what the server calls itself
 * @param settings how far things grew
 * @param series one for each thing that grows
 * @param findings what is off in the books, a line each; empty if all is well
 */
public record GrowthReport(
    Machine machine,
    String server,
    GrowthSettings settings,
    List<Series> series,
    List<String> findings) {

  /**
   * The change of one figure with the growth of another.
   *
   * @param name short, fit for a file
   * @param grown what grows
   * @param measured what is measured, and its unit
   * @param points in the order of growth
   */
  public record Series(String name, String grown, String measured, List<Point> points) {}

  /**
   * One measurement.
   *
   * @param size of what grows
   * @param figure what was measured: the median, where there were several rounds
   */
  public record Point(long size, double figure) {}

  /**
   * The sizes to which a store grows.
   *
   * @param upTo how many finished transactions, and how many accounts, at the end; holds on one
   *     account end at a thousand, stuck transactions at ten thousand, or at this if it is less
   * @param rounds how many rounds count at each size, after one that does not
   * @param round how long a round lasts
   * @param batch how many transfers a batch carries
   * @param seed of the random choice of transfers
   */
  public record GrowthSettings(int upTo, int rounds, Duration round, int batch, long seed) {}
}
