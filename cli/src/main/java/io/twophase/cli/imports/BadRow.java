package io.twophase.cli.imports;

import io.twophase.cli.file.Columns.Field;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Json;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import java.util.Map;

/**
 * A row that cannot be used.
 *
 * @param line where it ends, counted from 1
 * @param kind what is wrong, as summaries name it
 * @param message one line that names the value
 */
record BadRow(long line, String kind, String message) implements Reason {

  private static final String SHAPE = "BadRow";
  private static final String CURRENCY = "BadCurrency";

  /** The row in this line, refused for {@code reason}. */
  static BadRow of(long line, Reason reason) {
    return new BadRow(line, reason.kind(), reason.message());
  }

  /** This row, whose {@code field} is refused for {@code reason}. */
  static BadRow field(CsvFile.Row row, Field field, Reason reason) {
    return new BadRow(row.line(), reason.kind(), field + " " + reason.message());
  }

  static BadRow shape(CsvFile.Row row) {
    return new BadRow(
        row.line(),
        SHAPE,
        "has " + Lines.count(row.fields(), "field") + ", the header " + row.columns());
  }

  static BadRow currency(CsvFile.Row row, String code) {
    return new BadRow(
        row.line(), CURRENCY, "currency '" + Lines.value(code) + "' is not an ISO 4217 code");
  }

  /** One of two fields that say the same in two ways is wanted, and both are there. */
  static BadRow both(CsvFile.Row row, Field one, Field other) {
    return new BadRow(row.line(), SHAPE, "has both " + one + " and " + other);
  }

  static BadRow negative(CsvFile.Row row, Field field, Money amount) {
    return new BadRow(row.line(), "NegativeOverdraft", field + " " + amount + " is below zero");
  }

  static BadRow normal(CsvFile.Row row, String text) {
    return new BadRow(
        row.line(), SHAPE, "normal '" + Lines.value(text) + "' is neither debit nor credit");
  }

  Map<String, Object> json() {
    return Json.object("line", line, "kind", kind, "message", Lines.shown(message, ""));
  }
}
