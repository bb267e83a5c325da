package io.twophase.app.cli;

import io.twophase.app.usecase.TransferOutcome;
import io.twophase.app.usecase.TransferRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Says what became of each row: in the tally, in the file of refused rows, and on stderr. */
final class ImportReport implements AutoCloseable {

  private final Notes notes;
  private final ImportTally tally;
  private final Progress progress;
  private final Columns columns;
  private final @Nullable Path file;
  private final @Nullable CsvOutput refused;
  private final Deque<Asked> asked = new ArrayDeque<>();

  private record Asked(CsvFile.Row row, TransferRequest request) {}

  ImportReport(
      TwophaseCommand root,
      ImportTally tally,
      Progress progress,
      Columns columns,
      @Nullable Path file) {
    this.notes = new Notes(root, "more such rows follow; --refused FILE lists them all");
    this.tally = tally;
    this.progress = progress;
    this.columns = columns;
    this.file = file;
    this.refused = file == null ? null : create(file);
  }

  private static CsvOutput create(Path file) {
    try {
      return CsvOutput.create(
          file, "line", "id", "source", "destination", "amount", "reason", "message");
    } catch (IOException fault) {
      throw CommandFailure.badInput("file " + file + " cannot be written: " + fault.getMessage());
    }
  }

  /** A row that is a transfer; its answer comes in its turn. */
  void asked(CsvFile.Row row, TransferRequest request) {
    asked.add(new Asked(row, request));
  }

  /** A row that is none. */
  void bad(CsvFile.Row row, BadRow fault) {
    tally.add(fault);
    progress.step();
    notes.show("line " + fault.line() + ": " + fault.message());
    write(row, row.get(columns.of(Columns.ID)), fault.kind(), fault.message());
  }

  /** The answer to the first row that was asked and has none yet. */
  void answered(TransferOutcome outcome) {
    Asked one = asked.remove();
    tally.add(outcome);
    progress.step();
    String id = outcome.id().value();
    if (outcome instanceof TransferOutcome.Refused no) {
      write(one.row(), id, no.refusal().kind(), no.refusal().message());
    } else if (outcome instanceof TransferOutcome.Unknown unknown) {
      notes.show(
          "line "
              + one.row().line()
              + ": transfer "
              + id
              + ": the outcome is not known, "
              + unknown.why());
      write(one.row(), id, "Unknown", unknown.why());
    } else if (outcome instanceof TransferOutcome.NotAsked notAsked) {
      write(one.row(), id, "NotAsked", notAsked.why());
    }
  }

  private void write(CsvFile.Row row, String id, String reason, String message) {
    if (refused == null) {
      return;
    }
    try {
      refused.row(
          Long.toString(row.line()),
          id,
          row.get(columns.of(Columns.SOURCE)),
          row.get(columns.of(Columns.DESTINATION)),
          row.get(columns.of(Columns.AMOUNT)),
          reason,
          message);
    } catch (IOException fault) {
      throw new UncheckedIOException(file + " cannot be written", fault);
    }
  }

  /** Keeps the file of refused rows, however far the import came. */
  @Override
  public void close() {
    if (refused == null) {
      return;
    }
    try (CsvOutput closing = refused) {
      closing.commit();
    } catch (IOException fault) {
      throw new UncheckedIOException(file + " cannot be written", fault);
    }
  }
}
