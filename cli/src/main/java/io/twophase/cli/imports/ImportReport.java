package io.twophase.cli.imports;

import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.file.Columns.Field;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.imports.TransferRows.TransferRow;
import io.twophase.cli.view.Reused;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Refusal;
import java.util.ArrayList;
import java.util.List;

/** Reports what became of each row: in the tally, in the file of refused rows, and on stderr. */
final class ImportReport implements AutoCloseable {

  private static final int READ_AT_ONCE = 500;

  private final ImportWork work;
  private final ImportTally tally;
  private final OtherFiles others;
  private final RefusedRows refused;
  private final List<Answered<TransferRow>> ofBefore = new ArrayList<>();

  /**
   * Reports of an import.
   *
   * @param refused receives the rows that are not applied
   */
  ImportReport(ImportWork work, RefusedRows refused) {
    this.work = work;
    this.tally = work.tally();
    this.others = new OtherFiles(work.transactions(), work.ids().digest());
    this.refused = refused;
  }

  /** A row that is not a transfer. */
  void bad(CsvFile.Row row, BadRow fault) {
    tally.add(fault);
    work.progress().step();
    refused.add(row, row.get(Field.ID), fault);
  }

  /** A row that is a transfer, and its answer. */
  void answered(Answered<TransferRow> answer) {
    boolean hasOwnId = !answer.item().row().get(Field.ID).isEmpty();
    if (hasOwnId || !isOfBefore(answer.outcome())) {
      count(answer);
      return;
    }
    ofBefore.add(answer);
    if (ofBefore.size() == READ_AT_ONCE) {
      finish();
    }
  }

  private static boolean isOfBefore(TransactionOutcome outcome) {
    return outcome.fold(
        TransactionOutcome.Applied::foundDecided,
        TransactionOutcome.Refused::foundDecided,
        unknown -> false,
        notAsked -> false);
  }

  /**
   * Counts the rest: rows that were decided before, by this file or by another one of its name.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached; what is not
   *     counted then has no answer yet
   */
  void finish() {
    OtherFiles.Found found =
        others.among(ofBefore.stream().map(answer -> answer.outcome().id()).toList());
    tally.add(Count.OF_UNKNOWN_FILE, found.unknown());
    for (Answered<TransferRow> answer : ofBefore) {
      TransactionId id = answer.outcome().id();
      if (found.taken().contains(id)) {
        // such a row may be this one, of a file that has grown: whoever has the file of refused
        // rows imported under other ids would move the money twice
        boolean hasMoved = answer.outcome().isApplied();
        tally.addOtherFile(hasMoved);
        work.progress().step();
        if (!hasMoved) {
          refused.add(answer.item().row(), id.value(), new OtherFiles.Taken(id));
        }
      } else {
        count(answer);
      }
    }
    ofBefore.clear();
  }

  private void count(Answered<TransferRow> answer) {
    CsvFile.Row row = answer.item().row();
    TransactionOutcome outcome = answer.outcome();
    tally.add(row.line(), outcome);
    work.progress().step();
    String id = outcome.id().value();
    outcome
        .<Runnable>fold(
            applied -> () -> {},
            no -> () -> refused(row, answer.item().request(), no),
            unknown -> () -> unknown(row, unknown),
            notAsked -> () -> refused.add(row, id, "NotAsked", notAsked.why()))
        .run();
  }

  private void refused(CsvFile.Row row, TransferRequest request, TransactionOutcome.Refused no) {
    Reason reason = Reused.explained(no.reason(), request);
    if (no.reason() instanceof Refusal.IdReused reused) {
      work.notes().show("line " + row.line() + " refused: " + reason.message());
      boolean isOfFile = row.get(Field.ID).isEmpty();
      if (isOfFile && reused.existing().filter(others::isOf).isPresent()) {
        tally.add(Count.SAME_NAME_OTHER_FILE, 1);
      }
    }
    refused.add(row, no.id().value(), reason);
  }

  private void unknown(CsvFile.Row row, TransactionOutcome.Unknown unknown) {
    String id = unknown.id().value();
    String what = "line %s: transfer %s: the outcome is not known: ".formatted(row.line(), id);
    work.notes().show(what, unknown.why());
    refused.add(row, id, "Unknown", unknown.why());
  }

  /** Keeps the file of refused rows, however far the import came. */
  @Override
  public void close() {
    refused.close();
  }
}
