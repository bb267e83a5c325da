package io.twophase.cli.server;

import io.twophase.adapter.mongo.MongoStore.LastingSettings;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.text.Durations;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.console.view.Json;
import io.twophase.embedded.StoreReport;
import java.util.ArrayList;
import java.util.List;

/** The views of the findings in an embedded store, and of the settings of any store. */
final class StoreViews {

  private static final String FOR_EVER = "forever";
  private static final long MEGABYTE = 1_000_000;

  private StoreViews() {}

  static Object report(StoreReport report) {
    return Json.object(
        "documents", report.documents(),
        "collections", report.collections(),
        "problems", report.problems());
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

  /** Opens the store with these settings, and shows what it keeps then. */
  static int showLasting(CommandContext context, MongoStoreSettings settings) {
    context.requireStore();
    return context.withDatabase(
        settings,
        "is a new one each time, and keeps no settings",
        store -> {
          LastingSettings kept = store.lastingSettings();
          context.answer(() -> json(kept), () -> text(kept));
          return ExitCode.DONE;
        });
  }

  private static Object json(LastingSettings kept) {
    return Json.object(
        "retain", kept.keptFor().map(Durations::text).orElse(FOR_EVER),
        "retainBy", kept.byPass() ? "pass" : kept.keptFor().map(none -> "server").orElse(null),
        "receipts",
            kept.receipts()
                .map(period -> period.limit().map(Durations::text).orElse(FOR_EVER))
                .orElse(null),
        "validators", kept.validators(),
        "referenceIndex", kept.indexedByReference(),
        "accountIndex", kept.indexedByAccount());
  }

  private static String text(LastingSettings kept) {
    Tables table =
        new Tables(
            "finished records",
            kept.keptFor()
                    .map(period -> "kept for " + Durations.text(period))
                    .orElse("kept for ever")
                + (kept.byPass() ? ", removed by a pass of recover" : "")
                + (!kept.byPass() && kept.keptFor().isPresent() ? ", removed by the server" : ""));
    table.add(
        "receipts of removed ones",
        kept.receipts()
            .map(
                period ->
                    period
                        .limit()
                        .map(limit -> "kept for " + Durations.text(limit))
                        .orElse("kept for ever"))
            .orElse("none"));
    table.add("validators", kept.validators() ? "set" : "none of this version");
    table.add("index of references", there(kept.indexedByReference()));
    table.add("indexes of accounts", there(kept.indexedByAccount()));
    return table.toString();
  }

  private static String there(boolean isThere) {
    return isThere ? "there" : "none";
  }
}
