package io.twophase.cli.imports;

import io.twophase.cli.context.Notes;
import io.twophase.console.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows that could not be used: some of them as lines on stderr, many of them for machines. */
final class BadRows {

  /** A file of nothing else must not fill the memory. */
  private static final int KEPT = 1_000;

  private final Notes notes;
  private final List<BadRow> kept = new ArrayList<>();
  private long count;

  BadRows(Notes notes) {
    this.notes = notes;
  }

  void add(BadRow row, String line) {
    count++;
    notes.show(line);
    if (kept.size() < KEPT) {
      kept.add(row);
    }
  }

  long count() {
    return count;
  }

  /** Returns how many, and the first of them. */
  Map<String, Object> json() {
    return Json.object("count", count, "lines", kept.stream().map(BadRow::json).toList());
  }
}
