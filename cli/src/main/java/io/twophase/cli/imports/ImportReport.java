package io.twophase.cli.imports;

import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransferOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.CsvOutput;
import io.twophase.cli.view.Reused;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says what became of each row: in the tally, in the file of refused rows, and on stderr. */
final class ImportReport implements AutoCloseable {

  private final Notes notes;
  private final ImportTally tally;
  private final Progress progress;
  private final Columns columns;
  private final OtherFiles others;
  private final Consumer<CommandFailure> unwritten;
  private @Nullable CsvOutput refused;
  private final Deque<Asked> asked = new ArrayDeque<>();

  private record Asked(CsvFile.Row row, TransferRequest request) {}

  /**
   * Reports to {@code context}.
   *
   * @param notes lines about rows
   * @param others told of answers to rows whose ids are made of the file's name
   * @param refused where rows that were not applied are written, if anywhere
   * @param unwritten told once that they cannot be; the import goes on without
   */
  ImportReport(
      Notes notes,
      ImportTally tally,
      Progress progress,
      Columns columns,
      OtherFiles others,
      @Nullable CsvOutput refused,
      Consumer<CommandFailure> unwritten) {
    this.notes = notes;
    this.tally = tally;
    this.progress = progress;
    this.columns = columns;
    this.others = others;
    this.refused = refused;
    this.unwritten = unwritten;
  }

  /** A row that is a transfer; its answer comes in its turn. */
  void asked(CsvFile.Row row, TransferRequest request) {
    asked.add(new Asked(row, request));
  }

  /** A row that is none. */
  void bad(CsvFile.Row row, BadRow fault) {
    tally.add(fault);
    progress.step();
    write(row, row.get(columns.of(Columns.ID)), fault.kind(), fault.message());
  }

  /** The answer to the first row that was asked and has none yet. */
  void answered(TransferOutcome outcome) {
    Asked one = asked.remove();
    tally.add(one.row().line(), outcome);
    progress.step();
    if (one.row().get(columns.of(Columns.ID)).isEmpty()) {
      others.answered(outcome);
    }
    String id = outcome.id().value();
    if (outcome instanceof TransferOutcome.Refused no) {
      String message = Reused.message(no.refusal(), one.request());
      if (no.refusal() instanceof Refusal.IdReused) {
        notes.show("line " + one.row().line() + " refused: " + message);
      }
      write(one.row(), id, no.refusal().kind(), message);
    } else if (outcome instanceof TransferOutcome.Unknown unknown) {
      notes.show(
          "line "
              + one.row().line()
              + ": transfer "
              + id
              + ": the outcome is not known: "
              + unknown.why());
      write(one.row(), id, "Unknown", unknown.why());
    } else if (outcome instanceof TransferOutcome.NotAsked notAsked) {
      write(one.row(), id, "NotAsked", notAsked.why());
    }
  }

  private void write(CsvFile.Row row, String id, String reason, String message) {
    output(
        file ->
            file.row(
                Long.toString(row.line()),
                id,
                row.get(columns.of(Columns.SOURCE)),
                row.get(columns.of(Columns.DESTINATION)),
                row.get(columns.of(Columns.AMOUNT)),
                reason,
                message));
  }

  private void output(Consumer<CsvOutput> action) {
    if (refused != null) {
      try {
        action.accept(refused);
      } catch (CommandFailure failure) {
        refused = null;
        unwritten.accept(failure);
      }
    }
  }

  /** Keeps the file of refused rows, however far the import came. */
  @Override
  public void close() {
    output(CsvOutput::commit);
  }
}
