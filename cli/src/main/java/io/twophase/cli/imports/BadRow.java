package io.twophase.cli.imports;

import io.twophase.cli.context.Notes;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Json;
import io.twophase.domain.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A row that cannot be used.
 *
 * @param line where it ends, counted from 1
 * @param kind what is wrong, as summaries name it
 * @param message one line that names the value
 */
record BadRow(long line, String kind, String message) implements Reason {

  /** The row in this line, refused for {@code reason}. */
  static BadRow of(long line, Reason reason) {
    return new BadRow(line, reason.kind(), reason.message());
  }

  /** This row, which is none of its file. */
  static BadRow of(CsvFile.Row row, String message) {
    return new BadRow(row.line(), "BadRow", message);
  }

  /** This row, whose {@code field} is refused for {@code reason}. */
  static BadRow field(CsvFile.Row row, Field field, Reason reason) {
    return new BadRow(row.line(), reason.kind(), field + " " + reason.message());
  }

  static BadRow shape(CsvFile.Row row) {
    return of(row, "has " + Lines.count(row.fields(), "field") + ", the header " + row.columns());
  }

  static BadRow currency(CsvFile.Row row, String code) {
    String why = "currency '" + Lines.value(code) + "' is not an ISO 4217 code";
    return new BadRow(row.line(), "BadCurrency", why);
  }

  /** Rows that could not be used: some of them as lines on stderr, many of them for machines. */
  static final class BadRows {

    /** A file of nothing else must not fill the memory. */
    private static final int KEPT = 1_000;

    private final Notes notes;
    private final List<Map<String, Object>> kept = new ArrayList<>();
    private long count;

    BadRows(Notes notes) {
      this.notes = notes;
    }

    void add(BadRow row, String line) {
      count++;
      notes.show(line);
      if (kept.size() < KEPT) {
        String message = Lines.shown(row.message, "");
        kept.add(Json.object("line", row.line, "kind", row.kind, "message", message));
      }
    }

    long count() {
      return count;
    }

    /** Returns how many, and the first of them. */
    Map<String, Object> json() {
      return Json.object("count", count, "lines", kept);
    }
  }
}
