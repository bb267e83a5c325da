package io.twophase.cli.imports;

import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.cli.context.Failures;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.imports.ImportWork.ImportFiles.RefusedRows;
import io.twophase.cli.imports.TransferRows.TransferRow;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Reused;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Refusal;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the transfers of a file, each by itself, and reports what became of each row: in the tally,
 * in the file of refused rows, and on stderr.
 */
final class RowImport {

  private static final int READ_AT_ONCE = 500;

  private final ImportWork work;
  private final ImportTally tally;
  private final OtherFiles others;
  private final RefusedRows refused;
  private final List<Answered<TransferRow>> ofBefore = new ArrayList<>();

  RowImport(ImportWork work) {
    this.work = work;
    this.tally = work.tally();
    this.others = new OtherFiles(work.transactions(), work.ids().digest());
    this.refused = work.files().refused();
  }

  /**
   * Runs it.
   *
   * @param started when the import was, in nanoseconds
   * @param worst the exit code of the accounts
   * @param badAccounts those that were not opened, for machines
   * @return the exit code
   */
  int run(long started, int worst, @Nullable Map<String, Object> badAccounts) {
    work.progress().phase("transfers", tally.rows());
    @Nullable StoreException fault = transfer();
    work.progress().close();
    double seconds = (System.nanoTime() - started) / 1e9;
    work.context()
        .answer(
            () -> tally.ofRows(seconds, badAccounts), () -> tally.text(seconds, null).toString());
    return work.stop().getAsBoolean()
        ? ExitCode.UNKNOWN
        : ended(ExitCode.first(worst, noted()), fault);
  }

  /** Runs the transfers; answers the fault that ended them early, if one did. */
  private @Nullable StoreException transfer() {
    // the file of refused rows is kept, however far the import came
    try (refused;
        TransferRows rows = new TransferRows(work)) {
      var unused =
          work.twoPhase()
              .transfers()
              .transferAll(rows, TransferRow::request, work.order(), this::answered);
      finish();
      return null;
    } catch (StoreException fault) {
      return fault;
    }
  }

  private void answered(Answered<TransferRow> answer) {
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
  private void finish() {
    OtherFiles.Found found =
        others.among(ofBefore.stream().map(answer -> answer.outcome().id()).toList());
    tally.add(Count.OF_UNKNOWN_FILE, found.unknown());
    for (Answered<TransferRow> answer : ofBefore) {
      TransactionId id = answer.outcome().id();
      if (found.taken().contains(id)) {
        work.taken(answer.item().row(), id, answer.outcome().isApplied());
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
    work.progress().step(1);
    String id = outcome.id().value();
    outcome
        .<Runnable>fold(
            applied -> () -> {},
            no -> () -> refused(row, no),
            unknown ->
                () -> {
                  work.notes()
                      .show(
                          "line %s: transfer %s: the outcome is not known: "
                              .formatted(row.line(), id),
                          unknown.why());
                  refused.add(row, id, "Unknown", unknown.why());
                },
            notAsked -> () -> refused.add(row, id, "NotAsked", notAsked.why()))
        .run();
  }

  private void refused(CsvFile.Row row, TransactionOutcome.Refused no) {
    Reason reason = Reused.explained(no.reason(), "transfer");
    if (no.reason() instanceof Refusal.IdReused reused) {
      work.notes().show("line " + row.line() + " refused: " + reason.message());
      boolean isOfFile = row.get(Field.ID).isEmpty();
      if (isOfFile && reused.existing().filter(others::isOf).isPresent()) {
        tally.add(Count.SAME_NAME_OTHER_FILE, 1);
      }
    }
    refused.add(row, no.id().value(), reason);
  }

  /** Notes each thing that is wrong with rows, and answers the worst exit code of them. */
  private int noted() {
    long otherFiles = tally.of(Count.SAME_NAME_OTHER_FILE);
    if (otherFiles > 0) {
      work.context().note(otherFile(otherFiles));
    }
    OtherFiles.noteUnknown(work, tally.of(Count.OF_UNKNOWN_FILE));
    noted(
        tally.reused() - otherFiles,
        " not applied, whose ids were used before for other transactions: new transfers need new"
            + " ids");
    noted(
        tally.of(Count.FENCED),
        " overtaken by another process, which fenced this one off: the answers are that process's");
    work.note(tally.bad(), " could not be used");
    int worst =
        ExitCode.first(
            tally.reused() > 0 ? ExitCode.REFUSED : ExitCode.DONE,
            tally.bad() > 0 ? ExitCode.BAD_INPUT : ExitCode.DONE,
            refused.written(work.context()));
    for (TransactionId id : tally.firstInDoubt().stream().toList()) {
      String again = "to resolve them: the same import again";
      work.context().note(tally.doubts() + "; " + work.context().remedy(work.session(), id, again));
      worst = ExitCode.first(worst, ExitCode.UNKNOWN);
    }
    int unfinished =
        noted(
            tally.of(Count.UNFINISHED),
            " decided and not finished, since the store gave no certain answer in time; to finish"
                + " what was decided: the same import again");
    return ExitCode.first(worst, unfinished);
  }

  /** Notes what is so of some rows, if it is of any, and that their outcome is not known then. */
  private int noted(long rows, String what) {
    if (rows > 0) {
      work.context().note(Lines.count(rows, "row") + what);
    }
    return rows > 0 ? ExitCode.UNKNOWN : ExitCode.DONE;
  }

  private String otherFile(long rows) {
    long newly = tally.of(Count.NEWLY_APPLIED);
    return ("%1$s: another file of this name was imported before; %2$s of this one not applied by"
            + " this import, having the ids of its rows, %3$s equal to what was applied then;"
            + " if this is the same file, grown or corrected, these %3$s are done and nothing"
            + " is to be done; if it is another day's file, import it with --id-prefix"
            + " NAME%4$s")
        .formatted(
            work.files().transfers(),
            Lines.count(rows, "row"),
            tally.of(Count.MOVED_FOR_OTHER_FILE),
            newly > 0 ? ", without the " + Lines.count(newly, "row") + " applied now" : "");
  }

  /** The exit code, where {@code fault} has ended the import early, or nothing has. */
  private int ended(int worst, @Nullable StoreException fault) {
    if (fault == null) {
      String again = " after that not asked; to go on: the same import again";
      return ExitCode.first(worst, noted(tally.notAsked(), again));
    }
    int code = Failures.exitCode(fault);
    if (ExitCode.first(worst, code) == code) {
      throw fault;
    }
    work.context().note(String.valueOf(fault.getMessage()));
    return worst;
  }
}
