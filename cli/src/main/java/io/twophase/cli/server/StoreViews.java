package io.twophase.cli.server;

import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.embedded.StoreReport;
import java.util.ArrayList;
import java.util.List;

/** How what was found in an embedded store is shown. */
final class StoreViews {

  private static final long MEGABYTE = 1_000_000;

  private StoreViews() {}

  static Object report(StoreReport report) {
    return Json.object(
        "documents",
        report.documents(),
        "collections",
        report.collections(),
        "problems",
        report.problems());
  }

  static String text(StoreReport report) {
    List<String> lines = new ArrayList<>(report.problems());
    lines.add(report.documents() + " documents can be read");
    report
        .collections()
        .forEach((collection, documents) -> lines.add("  " + collection + ": " + documents));
    lines.add(report.problems().isEmpty() ? "no damage found" : "damaged");
    return String.join("\n", lines.stream().map(Lines::visible).toList());
  }

  static String size(long bytes) {
    return bytes < MEGABYTE ? bytes + " bytes" : bytes / MEGABYTE + " MB";
  }
}
