package io.twophase.app.cli;

import io.twophase.app.usecase.TransferOutcome;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts every row's answer. */
final class ImportTally {

  private final long rows;
  private final Map<String, Long> refused = new TreeMap<>();
  private long applied;
  private long alreadyDone;
  private long bad;
  private long fenced;

  ImportTally(long rows) {
    this.rows = rows;
  }

  void add(TransferOutcome outcome) {
    if (outcome instanceof TransferOutcome.Applied done) {
      applied++;
      alreadyDone += done.foundDecided() ? 1 : 0;
      fenced += done.fencedAt().isDefined() ? 1 : 0;
    } else if (outcome instanceof TransferOutcome.Refused no) {
      refused.merge(no.refusal().kind(), 1L, Long::sum);
      alreadyDone += no.foundDecided() ? 1 : 0;
      fenced += no.fencedAt().isDefined() ? 1 : 0;
    }
  }

  void add(BadRow row) {
    refused.merge(row.kind(), 1L, Long::sum);
    bad++;
  }

  /** How many rows could not be used. */
  long bad() {
    return bad;
  }

  /** How many rows another process overtook and finished. */
  long fenced() {
    return fenced;
  }

  /** How many rows have no certain answer, or were not asked. */
  long unknown() {
    return rows - applied - refused.values().stream().mapToLong(Long::longValue).sum();
  }

  Map<String, Object> json(double seconds) {
    return Json.object(
        "rows", rows,
        "applied", applied,
        "refused", refused,
        "alreadyDone", alreadyDone,
        "unknown", unknown(),
        "seconds", Math.round(seconds * 1000) / 1000.0,
        "perSecond", perSecond(seconds));
  }

  private long perSecond(double seconds) {
    return Math.round(rows / Math.max(seconds, 0.001));
  }

  String text(double seconds) {
    Tables table = new Tables("rows", Long.toString(rows));
    table.add("applied", Long.toString(applied));
    refused.forEach((kind, count) -> table.add("refused " + kind, Long.toString(count)));
    table.add("already done", Long.toString(alreadyDone));
    table.add("unknown", Long.toString(unknown()));
    table.add("seconds", String.format(Locale.ROOT, "%.1f", seconds));
    table.add("per second", Long.toString(perSecond(seconds)));
    return table.toString();
  }
}
