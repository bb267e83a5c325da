package io.twophase.cli.imports;

import io.twophase.cli.file.Columns.Field;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.CsvOutput;
import io.twophase.cli.text.CommandFailure;
import io.twophase.console.view.Json;
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

  private final Consumer<CommandFailure> unwritten;
  private @Nullable CsvOutput file;

  /**
   * Rows for {@code file}.
   *
   * @param unwritten receives the failure once, if they cannot be written; then no more are
   */
  RefusedRows(@Nullable CsvOutput file, Consumer<CommandFailure> unwritten) {
    this.file = file;
    this.unwritten = unwritten;
  }

  /** Writes a row, with the kind of the reason and a line for people. */
  void add(CsvFile.Row row, String id, String kind, String message) {
    String line = Long.toString(row.line());
    String source = row.get(Field.SOURCE);
    String destination = row.get(Field.DESTINATION);
    output(there -> there.row(line, id, source, destination, row.get(Field.AMOUNT), kind, message));
  }

  /** Writes a row that is refused for a reason. */
  void add(CsvFile.Row row, String id, Reason reason) {
    add(row, id, reason.kind(), reason.message());
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
