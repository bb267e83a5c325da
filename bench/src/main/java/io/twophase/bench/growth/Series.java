package io.twophase.bench.growth;

import java.util.List;

/**
 * How one figure goes with the growth of another.
 *
 * @param name short, fit for a file
 * @param grown what grows
 * @param measured what is measured, and its unit
 * @param points in the order of growth
 */
public record Series(String name, String grown, String measured, List<Point> points) {

  /**
   * One measurement.
   *
   * @param size of what grows
   * @param figure what was measured: the median, where there were several rounds
   */
  public record Point(long size, double figure) {}
}
