package io.twophase.bench.measure;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The middle of several rounds. */
public final class Medians {

  private Medians() {}

  /** The median of a figure: the middle one, or the mean of the two in the middle. */
  public static <T> double of(List<T> rounds, ToDoubleFunction<T> figure) {
    double[] figures = rounds.stream().mapToDouble(figure).toArray();
    Arrays.sort(figures);
    int middle = figures.length / 2;
    return figures.length % 2 == 1 ? figures[middle] : (figures[middle - 1] + figures[middle]) / 2;
  }
}
