package io.twophase.cli.server;

import io.twophase.adapter.mongo.LastingSettings;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.MongoStores;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Durations;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;

/** What a store keeps for all processes. */
final class LastingViews {

  private static final String FOR_EVER = "forever";

  private LastingViews() {}

  /** Opens the store with these settings, and shows what it keeps then. */
  static int show(CommandContext context, MongoStoreSettings settings) {
    context.requireStore();
    return MongoStores.with(
        context,
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
        "retain", kept.keptFor().map(Durations::text).getOrElse(FOR_EVER),
        "retainBy", kept.byPass() ? "pass" : kept.keptFor().map(none -> "server").getOrNull(),
        "receipts",
            kept.receipts()
                .map(period -> period.limit().map(Durations::text).getOrElse(FOR_EVER))
                .getOrNull(),
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
                    .getOrElse("kept for ever")
                + (kept.byPass() ? ", removed by a pass of recover" : "")
                + (!kept.byPass() && kept.keptFor().isDefined() ? ", removed by the server" : ""));
    table.add(
        "receipts of removed ones",
        kept.receipts()
            .map(
                period ->
                    period
                        .limit()
                        .map(limit -> "kept for " + Durations.text(limit))
                        .getOrElse("kept for ever"))
            .getOrElse("none"));
    table.add("validators", kept.validators() ? "set" : "none of this version");
    table.add("index of references", there(kept.indexedByReference()));
    table.add("indexes of accounts", there(kept.indexedByAccount()));
    return table.toString();
  }

  private static String there(boolean isThere) {
    return isThere ? "there" : "none";
  }
}
