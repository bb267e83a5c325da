package io.twophase.app.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws reports as PNG files. */
public final class Charts {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 500;

  private Charts() {}

  /**
   * Draws, for each latency, transfers per second and the 99th percentile of their latency.
   *
   * @return the files, in a directory that is made when it is absent
   */
  public static List<Path> draw(BenchReport report, Path directory) throws IOException {
    Files.createDirectories(directory);
    List<Path> files = new ArrayList<>();
    for (Duration latency : report.settings().latencies()) {
      List<Cell> cells =
          report.cells().stream().filter(cell -> cell.latency().equals(latency)).toList();
      String added = latency.toNanos() / 1e6 + " ms added";
      String suffix = "-" + latency.toMillis() + "ms";
      files.add(
          save(
              bars(cells, "Transfers per second, " + added, "transfers/s", Figures::perSecond),
              directory.resolve("throughput" + suffix)));
      files.add(
          save(
              bars(
                  cells,
                  "99th percentile of a transfer's latency, " + added,
                  "ms",
                  figures -> figures.p99() / 1e3),
              directory.resolve("latency-p99" + suffix)));
    }
    return files;
  }

  /**
   * Draws each series.
   *
   * @return the files, in a directory that is made when it is absent
   */
  public static List<Path> draw(GrowthReport report, Path directory) throws IOException {
    Files.createDirectories(directory);
    List<Path> files = new ArrayList<>();
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
          series.points().stream().map(Series.Point::figure).toList());
      files.add(save(chart, directory.resolve("growth-" + series.name())));
    }
    return files;
  }

  private static CategoryChart bars(
      List<Cell> cells, String title, String unit, ToDoubleFunction<Figures> figure) {
    CategoryChart chart = chart(title, "threads, accounts", unit);
    chart.getStyler().setYAxisLogarithmic(true);
    // else the library begins its bars at zero, which no logarithm has
    chart.getStyler().setYAxisMin(powerOfTenBelow(cells, figure));
    List<String> labels =
        cells.stream().map(cell -> cell.threads() + ", " + cell.spread().name()).toList();
    List<Figures> first = cells.get(0).sides();
    for (int at = 0; at < first.size(); at++) {
      int side = at;
      chart.addSeries(
          first.get(at).side(),
          labels,
          cells.stream().map(cell -> figure.applyAsDouble(cell.sides().get(side))).toList());
    }
    return chart;
  }

  private static double powerOfTenBelow(List<Cell> cells, ToDoubleFunction<Figures> figure) {
    double least =
        cells.stream()
            .flatMap(cell -> cell.sides().stream())
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

  private static Path save(CategoryChart chart, Path file) throws IOException {
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    return file.resolveSibling(file.getFileName() + ".png");
  }
}
