package io.twophase.bench;

import io.twophase.bench.BenchReport.Cell;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.GrowthReport.Point;
import io.twophase.bench.GrowthReport.Series;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws reports as the contents of PNG files. */
public final class Charts {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 500;
  private static final String RATE = "throughput";
  private static final String P99 = "latency-p99";

  private Charts() {}

  /** The names of the files of a comparison at these latencies. */
  public static List<String> names(List<Duration> latencies) {
    return latencies.stream()
        .distinct()
        .flatMap(latency -> Stream.of(name(RATE, latency), name(P99, latency)))
        .toList();
  }

  /** The names of the files of a measurement of growth. */
  public static List<String> growthNames() {
    return Growth.SERIES.stream().map(Charts::growth).toList();
  }

  /**
   * Draws, for each latency, transfers per second and the 99th percentile of their latency.
   *
   * @return the content of each file, by its name
   */
  public static Map<String, byte[]> draw(BenchReport report) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Duration latency : report.settings().latencies()) {
      List<Cell> cells =
          report.cells().stream().filter(cell -> cell.latency().equals(latency)).toList();
      String added = latency.toNanos() / 1e6 + " ms added";
      String rate = "Transfers per second, " + added;
      files.put(name(RATE, latency), bars(cells, rate, "transfers/s", Figures::perSecond));
      String p99 = "99th percentile of a transfer's latency, " + added;
      files.put(name(P99, latency), bars(cells, p99, "ms", figures -> figures.p99() / 1e3));
    }
    return files;
  }

  /**
   * Draws each series.
   *
   * @return the content of each file, by its name
   */
  public static Map<String, byte[]> draw(GrowthReport report) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Series series : report.series()) {
      String title = series.measured() + ", by " + series.grown();
      CategoryChart chart = chart(title, series.grown(), series.measured());
      // from zero on, or a small difference looks like a large one
      chart.getStyler().setYAxisMin(0.0);
      chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
      chart.getStyler().setLegendVisible(false);
      chart.addSeries(
          series.name(),
          series.points().stream().map(point -> Long.toString(point.size())).toList(),
          series.points().stream().map(Point::figure).toList());
      files.put(growth(series.name()), png(chart));
    }
    return files;
  }

  /** Whole milliseconds where it is that, so that no two latencies have one name. */
  private static String name(String figure, Duration latency) {
    BigDecimal millis = new BigDecimal(latency.toNanos()).movePointLeft(6).stripTrailingZeros();
    return figure + "-" + millis.toPlainString() + "ms.png";
  }

  private static String growth(String series) {
    return "growth-" + series + ".png";
  }

  private static byte[] bars(
      List<Cell> cells, String title, String unit, ToDoubleFunction<Figures> figure)
      throws IOException {
    CategoryChart chart = chart(title, "threads, accounts", unit);
    List<String> labels =
        cells.stream().map(cell -> cell.threads() + ", " + cell.spread().name()).toList();
    Map<String, List<Double>> bars =
        cells.stream()
            .flatMap(cell -> cell.competitors().stream())
            .collect(
                Collectors.groupingBy(
                    Figures::competitor,
                    LinkedHashMap::new,
                    Collectors.mapping(figure::applyAsDouble, Collectors.toList())));
    bars.forEach((competitor, values) -> chart.addSeries(competitor, labels, values));
    double least =
        bars.values().stream()
            .flatMap(List::stream)
            .filter(value -> value > 0)
            .min(Double::compare)
            .orElse(1.0);
    chart.getStyler().setYAxisLogarithmic(true);
    // else the library begins its bars at zero, which no logarithm has
    chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))));
    return png(chart);
  }

  private static CategoryChart chart(String title, String x, String y) {
    CategoryChart chart = new CategoryChart(WIDTH, HEIGHT);
    chart.setTitle(title);
    chart.setXAxisTitle(x);
    chart.setYAxisTitle(y);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    return chart;
  }

  private static byte[] png(CategoryChart chart) throws IOException {
    return BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
  }
}
