package io.twophase.cli.server;

import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.embedded.StoreReport;
import java.util.ArrayList;
import java.util.List;

/** How what was found in an embedded store is shown. */
final class StoreViews {

  private static final long MEGABYTE = 1_000_000;

  private static final String NOT_ALLOWED =
      """
      Records of the forms v: 2 and v: 3 are not allowed: transactions on documents, of several currencies, and authorizations are refused.
      Older releases cannot read them. Replace all processes of an older release first: there is no way back.
      Nothing has been changed. To do this: twophase store allow-version2 --yes\
      """;

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

  static Object version2(boolean wasAllowed, boolean allowedNow) {
    return Json.object(
        "version2Allowed", wasAllowed || allowedNow, "changed", allowedNow && !wasAllowed);
  }

  static String version2Text(boolean wasAllowed, boolean allowedNow) {
    if (wasAllowed) {
      return "records of the forms v: 2 and v: 3 are allowed already";
    }
    return allowedNow ? "records of the forms v: 2 and v: 3 are allowed from now on" : NOT_ALLOWED;
  }

  static String size(long bytes) {
    return bytes < MEGABYTE ? bytes + " bytes" : bytes / MEGABYTE + " MB";
  }
}
