package io.twophase.cli.imports;

import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.CsvOutput;
import io.twophase.cli.text.Json;
import io.twophase.domain.Reason;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The file of the rows that were not applied, where one was asked for. */
final class RefusedRows implements AutoCloseable {

  /** The columns of the file. */
  static final String[] HEADER = {
    "line", "id", "source", "destination", "amount", "reason", "message"
  };

  private final Columns columns;
  private final Consumer<CommandFailure> unwritten;
  private @Nullable CsvOutput file;

  /**
   * Rows for {@code file}.
   *
   * @param unwritten receives the failure once, if they cannot be written; then no more are
   */
  RefusedRows(Columns columns, @Nullable CsvOutput file, Consumer<CommandFailure> unwritten) {
    this.columns = columns;
    this.file = file;
    this.unwritten = unwritten;
  }

  /** Writes a row, with the kind of the reason and a line for people. */
  void add(CsvFile.Row row, String id, String kind, String message) {
    output(
        there ->
            there.row(
                Long.toString(row.line()),
                id,
                row.get(columns.of(Columns.SOURCE)),
                row.get(columns.of(Columns.DESTINATION)),
                row.get(columns.of(Columns.AMOUNT)),
                kind,
                message));
  }

  /** A row that was not applied, for machines. */
  static Map<String, Object> json(CsvFile.Row row, String id, Reason reason) {
    return Json.object(
        "line", row.line(), "id", id, "kind", reason.kind(), "message", reason.message());
  }

  private void output(Consumer<CsvOutput> action) {
    if (file != null) {
      try {
        action.accept(file);
      } catch (CommandFailure failure) {
        file = null;
        unwritten.accept(failure);
      }
    }
  }

  /** Keeps the file, however far the import came. */
  @Override
  public void close() {
    output(CsvOutput::commit);
  }
}
