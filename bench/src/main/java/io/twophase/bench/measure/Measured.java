package io.twophase.bench.measure;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one round.
 *
 * @param asked transfers asked for
 * @param applied transfers that happened
 * @param seconds how long it lasted
 * @param p50 the median latency of a transfer, in microseconds
 * @param p99 the latency that one transfer in a hundred exceeds
 * @param p999 the latency that one transfer in a thousand exceeds
 */
public record Measured(long asked, long applied, double seconds, long p50, long p99, long p999) {

  public double perSecond() {
    return applied / seconds;
  }

  /** The median of a figure of some rounds: the middle one, or the mean of the two middle ones. */
  public static double median(List<Measured> rounds, ToDoubleFunction<Measured> figure) {
    double[] figures = rounds.stream().mapToDouble(figure).sorted().toArray();
    int middle = figures.length / 2;
    return figures.length % 2 == 1 ? figures[middle] : (figures[middle - 1] + figures[middle]) / 2;
  }
}
