package io.twophase.cli.imports;

import io.twophase.cli.context.Notes;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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

  /**
   * Reads the fields of {@code row} in the words of a command line.
   *
   * @param bad receives what says why the row cannot be used
   */
  static void read(CsvFile.Row row, Runnable fields, Consumer<BadRow> bad) {
    try {
      fields.run();
    } catch (CommandFailure fault) {
      if (fault.exitCode() != ExitCode.BAD_INPUT) {
        throw fault;
      }
      boolean isNamed = !fault.kind().equals(ExitCode.kind(ExitCode.BAD_INPUT));
      String message = String.valueOf(fault.getMessage());
      bad.accept(new BadRow(row.line(), isNamed ? fault.kind() : "BadRow", message));
    }
  }

  /** The currency that {@code row} names, if it names one. */
  static Optional<Currency> currency(CsvFile.Row row) {
    Optional<String> code = row.find(Field.CURRENCY);
    Optional<Currency> currency = code.flatMap(Arguments::findCurrency);
    if (currency.isEmpty() && code.isPresent()) {
      throw CommandFailure.badInput(
          "BadCurrency",
          "currency '" + Lines.value(code.orElseThrow()) + "' is not an ISO 4217 code");
    }
    return currency;
  }

  /** The amount in {@code field} of {@code row}. */
  static Money amount(CsvFile.Row row, Field field, Currency currency) {
    return Arguments.amount(field.toString(), row.get(field), currency);
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
