package io.twophase.bench;

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
}
