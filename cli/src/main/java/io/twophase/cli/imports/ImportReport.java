package io.twophase.cli.imports;

import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.view.Reused;
import io.twophase.domain.reason.Reason;

/** Reports what became of each row: in the tally, in the file of refused rows, and on stderr. */
final class ImportReport implements AutoCloseable {

  private final Notes notes;
  private final ImportTally tally;
  private final Progress progress;
  private final Columns columns;
  private final OtherFiles others;
  private final RefusedRows refused;

  /**
   * Reports to {@code context}.
   *
   * @param notes lines about rows
   * @param others receives the answers to rows whose ids are made of the file's name
   * @param refused receives the rows that were not applied
   */
  ImportReport(
      Notes notes,
      ImportTally tally,
      Progress progress,
      Columns columns,
      OtherFiles others,
      RefusedRows refused) {
    this.notes = notes;
    this.tally = tally;
    this.progress = progress;
    this.columns = columns;
    this.others = others;
    this.refused = refused;
  }

  /** A row that is not a transfer. */
  void bad(CsvFile.Row row, BadRow fault) {
    tally.add(fault);
    progress.step();
    write(row, row.get(columns.of(Columns.ID)), fault);
  }

  /** A row that is a transfer, and its answer. */
  void answered(Answered<TransferRow> answer) {
    CsvFile.Row row = answer.item().row();
    TransactionOutcome outcome = answer.outcome();
    tally.add(row.line(), outcome);
    progress.step();
    if (row.get(columns.of(Columns.ID)).isEmpty()) {
      others.answered(outcome);
    }
    String id = outcome.id().value();
    outcome
        .<Runnable>fold(
            applied -> () -> {},
            no -> () -> refused(row, answer.item().request(), no),
            unknown -> () -> unknown(row, unknown),
            notAsked -> () -> write(row, id, "NotAsked", notAsked.why()))
        .run();
  }

  private void refused(CsvFile.Row row, TransferRequest request, TransactionOutcome.Refused no) {
    Reason reason = Reused.explained(no.refusal(), request);
    boolean reused =
        no.refusal().fold(invalid -> false, canceled -> false, used -> true, notAllowed -> false);
    if (reused) {
      notes.show("line " + row.line() + " refused: " + reason.message());
    }
    write(row, no.id().value(), reason);
  }

  private void write(CsvFile.Row row, String id, Reason reason) {
    write(row, id, reason.kind(), reason.message());
  }

  private void unknown(CsvFile.Row row, TransactionOutcome.Unknown unknown) {
    String id = unknown.id().value();
    notes.show(
        "line " + row.line() + ": transfer " + id + ": the outcome is not known: " + unknown.why());
    write(row, id, "Unknown", unknown.why());
  }

  private void write(CsvFile.Row row, String id, String reason, String message) {
    refused.add(row, id, reason, message);
  }

  /** Keeps the file of refused rows, however far the import came. */
  @Override
  public void close() {
    refused.close();
  }
}
