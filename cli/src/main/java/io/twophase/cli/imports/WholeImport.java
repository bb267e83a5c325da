package io.twophase.cli.imports;

import io.twophase.app.transfer.AllOrNothing;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.imports.ImportWork.ImportFiles.RefusedRows;
import io.twophase.cli.imports.TransferRows.TransferRow;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.RefusedBefore;
import io.twophase.cli.view.Reused;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All rows of a file or none: one transaction over what they come to for each account. Its id is
 * that of the file, so the same file again is the same answer; and a file that was imported so is
 * not imported row by row, nor the other way round, since the rows' own ids are not stored.
 */
record WholeImport(ImportWork work) {

  /** As many as are kept in memory together. */
  static final int MAX_ROWS = 100_000;

  private static final int AT_ONCE = 500;

  private static final BadRow WITH_OTHERS =
      new BadRow(0, "AllOrNothing", "refused with all others of the file");

  /**
   * Refuses a file of too many rows.
   *
   * @throws CommandFailure if it has more than {@link #MAX_ROWS}
   */
  void requireRows() {
    CommandFailure.badInputIf(
        work.tally().rows() > MAX_ROWS,
        "%s has %s; --atomic takes at most %s, and nothing was done"
            .formatted(file(), Lines.count(work.tally().rows(), "row"), MAX_ROWS));
  }

  /**
   * Refuses a file that was imported as a whole, before it is imported row by row.
   *
   * @throws CommandFailure if it was, and that was not canceled
   */
  void requireNotImported() {
    TransactionId id = work.ids().whole();
    boolean wasImported =
        work.transactions()
            .find(id)
            .fold(
                found -> !RefusedBefore.isRefused(found),
                absent -> false,
                unreadable -> false,
                removed -> removed.receipt().isApplied());
    CommandFailure.refuseIf(
        wasImported,
        file()
            + " was imported with --atomic, as transaction "
            + id
            + ", so its rows are not imported one by one: nothing was done; if these are new"
            + " transfers: the same import with --id-prefix TEXT");
  }

  private InputFile file() {
    return work.files().transfers();
  }

  /** Runs it, and answers the exit code. */
  int run() {
    RefusedRows rest = work.files().refused();
    long started = System.nanoTime();
    work.progress().phase("transfers", work.tally().rows());
    try (rest) {
      List<TransferRow> rows = read();
      if (work.stop().getAsBoolean()) {
        return ExitCode.UNKNOWN;
      }
      CommandFailure.badInputIf(
          work.tally().bad() > 0,
          "%s: %s could not be used, and so none of the file was"
              .formatted(file(), Lines.count(work.tally().bad(), "row")));
      requireEachOnce(rows);
      AllOrNothingOutcome outcome =
          work.twoPhase()
              .transfers()
              .allOrNothing(work.ids().whole(), rows.stream().map(TransferRow::request).toList());
      work.progress().step(rows.size());
      work.progress().close();
      return answer(rows, outcome, (System.nanoTime() - started) / 1e9);
    }
  }

  private List<TransferRow> read() {
    List<TransferRow> all = new ArrayList<>();
    try (TransferRows rows = new TransferRows(work)) {
      rows.forEachRemaining(all::add);
    }
    return all;
  }

  /** The rows' ids are not stored, so whoever has one of them would happen a second time. */
  private void requireEachOnce(List<TransferRow> rows) {
    Map<TransactionId, Long> lines = new HashMap<>();
    for (TransferRow row : rows) {
      Long before = lines.putIfAbsent(row.request().id(), row.row().line());
      if (before != null) {
        CommandFailure.refuse(
            at(row) + " has the id of line " + before + ", and so none of the file was imported");
      }
    }
    for (int from = 0; from < rows.size(); from += AT_ONCE) {
      requireNew(rows.subList(from, Math.min(rows.size(), from + AT_ONCE)));
    }
  }

  private void requireNew(List<TransferRow> rows) {
    List<TransactionLookup> lookups =
        work.transactions().find(rows.stream().map(row -> row.request().id()).toList());
    for (int at = 0; at < rows.size(); at++) {
      if (!(lookups.get(at) instanceof TransactionLookup.Absent)) {
        CommandFailure.refuse(
            "%s: there is a transaction %s already, by itself, and so none of the file was imported"
                .formatted(at(rows.get(at)), rows.get(at).request().id()));
      }
    }
  }

  private String at(TransferRow row) {
    return file() + ", line " + row.row().line();
  }

  private int answer(List<TransferRow> rows, AllOrNothingOutcome all, double seconds) {
    TransactionId id = work.ids().whole();
    return all.outcome()
        .fold(
            applied -> {
              if (applied.foundDecided() && isOtherFiles(rows.size())) {
                // it may be the same file, grown: no row of it is offered to be imported again
                return notApplied(rows, new OtherFiles.Taken(id), Optional.empty(), true, seconds);
              }
              work.tally().add(Count.APPLIED, rows.size());
              work.tally().add(Count.ALREADY_DONE, applied.foundDecided() ? rows.size() : 0);
              tell(Optional.empty(), seconds);
              return ExitCode.DONE;
            },
            refused -> {
              if (refused.foundDecided() && isOtherFiles(rows.size())) {
                return notApplied(rows, new OtherFiles.Taken(id), Optional.empty(), false, seconds);
              }
              work.tally().add(Count.ALREADY_DONE, refused.foundDecided() ? rows.size() : 0);
              Reason reason = Reused.explained(refused.reason(), "transaction");
              return notApplied(rows, reason, all.firstRefused(), false, seconds);
            },
            unknown -> {
              String again = "to resolve it: the same import again";
              return open(
                  unknown.why() + "; " + work.context().remedy(work.session(), id, again), seconds);
            },
            notAsked -> {
              work.tally().add(Count.NOT_ASKED, rows.size());
              return open(notAsked.why() + "; to go on: the same import again", seconds);
            });
  }

  private int open(String why, double seconds) {
    tell(Optional.empty(), seconds);
    work.context().note(why);
    return ExitCode.UNKNOWN;
  }

  /**
   * Returns whether the file that is imported is another one than that of the transaction that is
   * there.
   */
  private boolean isOtherFiles(long rows) {
    TransactionLookup lookup = work.transactions().find(work.ids().whole());
    if (lookup instanceof TransactionLookup.Removed) {
      OtherFiles.noteUnknown(work, rows);
    }
    return lookup instanceof TransactionLookup.Found found
        && !work.ids()
            .digest()
            .equals(found.record().body().labels().metadata().get(AllOrNothing.FILE));
  }

  private int notApplied(
      List<TransferRow> rows,
      Reason reason,
      Optional<Integer> first,
      boolean hasMoved,
      double seconds) {
    for (int at = 0; at < rows.size(); at++) {
      Reason own = first.isEmpty() || first.get() == at ? reason : WITH_OTHERS;
      work.tally().refuse(own.kind());
      if (!hasMoved) {
        work.files().refused().add(rows.get(at).row(), rows.get(at).request().id().value(), own);
      }
    }
    Optional<TransferRow> named = first.map(rows::get);
    tell(
        named.map(row -> RefusedRows.json(row.row(), row.request().id().value(), reason)), seconds);
    work.context()
        .note(
            "%s refused, and with it all of the file: %s"
                .formatted(named.map(this::at).orElseGet(file()::toString), reason.message()));
    return ExitCode.REFUSED;
  }

  private void tell(Optional<Map<String, Object>> first, double seconds) {
    TransactionId transaction = work.ids().whole();
    work.context()
        .answer(
            () -> {
              Map<String, Object> json =
                  work.tally().json(seconds, "transaction", transaction, "firstRefused", first);
              // the file is another one as a whole, and not by its rows
              json.remove("sameNameOtherFile");
              return json;
            },
            () -> work.tally().text(seconds, transaction).toString());
  }
}
