package io.twophase.bench;

import io.twophase.bench.BenchReport.Cell;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.GrowthReport.Series;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws reports as the contents of PNG files. */
public final class Charts {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 500;

  private Charts() {}

  /** The names of the files of a comparison at these latencies. */
  public static List<String> names(List<Duration> latencies) {
    return latencies.stream()
        .distinct()
        .flatMap(latency -> Stream.of(throughput(latency), latencyP99(latency)))
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
      files.put(throughput(latency), bars(cells, rate, "transfers/s", Figures::perSecond));
      String p99 = "99th percentile of a transfer's latency, " + added;
      files.put(latencyP99(latency), bars(cells, p99, "ms", figures -> figures.p99() / 1e3));
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
          series.points().stream().map(GrowthReport.Point::figure).toList());
      files.put(growth(series.name()), png(chart));
    }
    return files;
  }

  private static String throughput(Duration latency) {
    return "throughput-" + millis(latency) + ".png";
  }

  private static String latencyP99(Duration latency) {
    return "latency-p99-" + millis(latency) + ".png";
  }

  /** Whole milliseconds where it is that, so that no two latencies have one name. */
  private static String millis(Duration latency) {
    return new BigDecimal(latency.toNanos()).movePointLeft(6).stripTrailingZeros().toPlainString()
        + "ms";
  }

  private static String growth(String series) {
    return "growth-" + series + ".png";
  }

  private static byte[] bars(
      List<Cell> cells, String title, String unit, ToDoubleFunction<Figures> figure)
      throws IOException {
    CategoryChart chart = chart(title, "threads, accounts", unit);
    chart.getStyler().setYAxisLogarithmic(true);
    // else the library begins its bars at zero, which no logarithm has
    chart.getStyler().setYAxisMin(powerOfTenBelow(cells, figure));
    List<String> labels =
        cells.stream().map(cell -> cell.threads() + ", " + cell.spread().name()).toList();
    List<Figures> first = cells.get(0).competitors();
    for (int at = 0; at < first.size(); at++) {
      int competitor = at;
      chart.addSeries(
          first.get(at).competitor(),
          labels,
          cells.stream()
              .map(cell -> figure.applyAsDouble(cell.competitors().get(competitor)))
              .toList());
    }
    return png(chart);
  }

  private static double powerOfTenBelow(List<Cell> cells, ToDoubleFunction<Figures> figure) {
    double least =
        cells.stream()
            .flatMap(cell -> cell.competitors().stream())
            .mapToDouble(figure)
            .filter(value -> value > 0)
            .min()
            .orElse(1);
    return Math.pow(10, Math.floor(Math.log10(least)));
  }

  private static CategoryChart chart(String title, String x, String y) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    return chart;
  }

  private static byte[] png(CategoryChart chart) throws IOException {
    return BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
  }
}
