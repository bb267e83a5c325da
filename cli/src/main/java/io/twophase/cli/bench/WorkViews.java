package io.twophase.cli.bench;

import io.twophase.bench.BenchReport;
import io.twophase.bench.cost.WorkOfTransfer;
import io.twophase.bench.measure.Cell;
import io.twophase.bench.measure.Figures;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import java.util.Map;

/** The server's work, for people and for programs. */
final class WorkViews {

  private static final String HEADING =
      "What the server had to do for one transfer; majority: how often it waited for one. The last"
          + " column\nis an estimate, not measured here: microseconds of work on MongoDB 4.0.";

  private WorkViews() {}

  static Map<String, Object> json(WorkOfTransfer work) {
    return Json.object(
        "roundTrips", work.roundTrips(),
        "majorityWaits", work.majorityWaits(),
        "documentWrites", work.documentWrites(),
        "bytesWritten", work.bytesWritten(),
        "indexKeys", work.indexKeys(),
        "predicates", work.predicates(),
        "arrayElements", work.arrayElements(),
        "estimatedMicrosOnMongoDB40", work.estimatedMicros());
  }

  static String text(BenchReport report) {
    StringBuilder text = new StringBuilder(HEADING);
    for (Cell cell : report.cells()) {
      Tables table =
          new Tables(
              "competitor",
              "round trips",
              "majority",
              "writes",
              "bytes",
              "index keys",
              "predicates",
              "elements",
              "estimate");
      for (Figures figures : cell.competitors()) {
        WorkOfTransfer work = figures.work();
        table.add(
            figures.competitor(),
            BenchViews.number("%.3f", work.roundTrips()),
            BenchViews.number("%.3f", work.majorityWaits()),
            BenchViews.number("%.2f", work.documentWrites()),
            BenchViews.number("%.0f", work.bytesWritten()),
            BenchViews.number("%.2f", work.indexKeys()),
            BenchViews.number("%.1f", work.predicates()),
            BenchViews.number("%.1f", work.arrayElements()),
            BenchViews.number("%.0f us", work.estimatedMicros()));
      }
      text.append("\n\n").append(BenchViews.combination(cell)).append(":\n\n").append(table);
    }
    return text.toString();
  }
}
