package io.twophase.cli.imports;

import io.twophase.app.transfer.AllOrNothing;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Reused;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a file or none: one transaction over what they come to for each account. Its id is
 * that of the file, so the same file again is the same answer; and a file that was imported so is
 * not imported row by row, nor the other way round, since the rows' own ids are not stored.
 */
final class WholeImport {

  /** As many as are kept in memory together. */
  static final int MAX_ROWS = 100_000;

  private static final int AT_ONCE = 500;
  private static final String WITH_OTHERS = "AllOrNothing";

  private final CommandContext context;
  private final Session session;
  private final ImportWork work;

  WholeImport(CommandContext context, Session session, ImportWork work) {
    this.context = context;
    this.session = session;
    this.work = work;
  }

  /**
   * Refuses a file of too many rows.
   *
   * @throws CommandFailure if it has more than {@link #MAX_ROWS}
   */
  void requireRows() {
    if (work.tally().rows() > MAX_ROWS) {
      throw CommandFailure.badInput(
          work.files().transfers()
              + " has "
              + Lines.count(work.tally().rows(), "row")
              + "; --atomic takes at most "
              + MAX_ROWS
              + ", and nothing was done");
    }
  }

  /**
   * Refuses a file that was imported as a whole, before it is imported row by row.
   *
   * @throws CommandFailure if it was, and that was not canceled
   */
  void requireNotImported() {
    TransactionId id = work.ids().whole();
    boolean wasImported =
        session
            .twoPhase()
            .transactions()
            .find(id)
            .fold(
                found ->
                    found.record().state() != State.CANCELED
                        && found.record().state() != State.CANCELING,
                absent -> false,
                unreadable -> false,
                removed -> removed.receipt().isApplied());
    if (wasImported) {
      throw CommandFailure.refused(
          work.files().transfers()
              + " was imported with --atomic, as transaction "
              + id
              + ", so its rows are not imported one by one: nothing was done; if these are new"
              + " transfers: the same import with --id-prefix TEXT");
    }
  }

  /** Runs it, and answers the exit code. */
  int run(RefusedRows rest) {
    long started = System.nanoTime();
    work.progress().phase("transfers", work.tally().rows());
    try (rest) {
      List<TransferRow> rows = read(rest);
      if (work.stop().getAsBoolean()) {
        return ExitCode.UNKNOWN;
      }
      if (work.tally().bad() > 0) {
        throw CommandFailure.badInput(
            work.files().transfers()
                + ": "
                + Lines.count(work.tally().bad(), "row")
                + " could not be used, and so none of the file was");
      }
      requireEachOnce(rows);
      AllOrNothingOutcome outcome =
          session
              .twoPhase()
              .transfers()
              .allOrNothing(work.ids().whole(), rows.stream().map(TransferRow::request).toList());
      work.progress().step(rows.size());
      work.progress().close();
      return answer(rest, rows, outcome, (System.nanoTime() - started) / 1e9);
    }
  }

  private List<TransferRow> read(RefusedRows rest) {
    List<TransferRow> all = new ArrayList<>();
    try (CsvFile file = CsvFile.open(work.files().transfers())) {
      TransferRows rows =
          new TransferRows(
              file,
              work,
              new Currencies(session.twoPhase().accounts()),
              (row, fault) -> {
                work.tally().add(fault);
                rest.add(
                    row, row.get(work.mapping().of(Columns.ID)), fault.kind(), fault.message());
              });
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
        throw CommandFailure.refused(
            at(row) + " has the id of line " + before + ", and so none of the file was imported");
      }
    }
    for (int from = 0; from < rows.size(); from += AT_ONCE) {
      List<TransferRow> some = rows.subList(from, Math.min(rows.size(), from + AT_ONCE));
      List<TransactionLookup> lookups =
          session
              .twoPhase()
              .transactions()
              .find(some.stream().map(row -> row.request().id()).toList());
      for (int at = 0; at < some.size(); at++) {
        if (!(lookups.get(at) instanceof TransactionLookup.Absent)) {
          throw CommandFailure.refused(
              at(some.get(at))
                  + ": there is a transaction "
                  + some.get(at).request().id()
                  + " already, by itself, and so none of the file was imported");
        }
      }
    }
  }

  private String at(TransferRow row) {
    return work.files().transfers() + ", line " + row.row().line();
  }

  private int answer(
      RefusedRows rest, List<TransferRow> rows, AllOrNothingOutcome all, double seconds) {
    return all.outcome()
        .fold(
            applied -> {
              if (applied.foundDecided() && isOtherFiles(rows.size())) {
                // it may be the same file, grown: no row of it is offered to be imported again
                RefusedRows none = new RefusedRows(work.mapping(), null, failure -> {});
                return notApplied(none, rows, taken(), Option.none(), seconds);
              }
              work.tally().add(Count.APPLIED, rows.size());
              work.tally().add(Count.ALREADY_DONE, applied.foundDecided() ? rows.size() : 0);
              tell(null, seconds);
              return ExitCode.DONE;
            },
            refused -> {
              if (refused.foundDecided() && isOtherFiles(rows.size())) {
                return notApplied(rest, rows, taken(), Option.none(), seconds);
              }
              work.tally().add(Count.ALREADY_DONE, refused.foundDecided() ? rows.size() : 0);
              Reason reason = Reused.explained(refused.reason());
              return notApplied(rest, rows, reason, all.firstRefused(), seconds);
            },
            unknown -> {
              tell(null, seconds);
              context.note(
                  unknown.why()
                      + "; "
                      + Unresolved.remedy(
                          context, session, unknown.id(), "to resolve it: the same import again"));
              return ExitCode.UNKNOWN;
            },
            notAsked -> {
              tell(null, seconds);
              context.note(notAsked.why() + "; to go on: the same import again");
              return ExitCode.UNKNOWN;
            });
  }

  private Reason taken() {
    return new OtherFiles.Taken(work.ids().whole());
  }

  /**
   * Whether the file that is imported is another one than that of the transaction that is there.
   */
  private boolean isOtherFiles(long rows) {
    return session
        .twoPhase()
        .transactions()
        .find(work.ids().whole())
        .fold(
            found ->
                !work.ids()
                    .digest()
                    .equals(found.record().body().labels().metadata().get(AllOrNothing.FILE)),
            absent -> false,
            unreadable -> false,
            removed -> {
              context.note(work.files().transfers() + ": " + OtherFiles.unknown(rows));
              return false;
            });
  }

  private int notApplied(
      RefusedRows rest,
      List<TransferRow> rows,
      Reason reason,
      Option<Integer> first,
      double seconds) {
    for (int at = 0; at < rows.size(); at++) {
      int place = at;
      boolean isItself = first.forAll(named -> named == place);
      String kind = isItself ? reason.kind() : WITH_OTHERS;
      work.tally().refuse(kind);
      rest.add(
          rows.get(at).row(),
          rows.get(at).request().id().value(),
          kind,
          isItself ? reason.message() : "refused with all others of the file");
    }
    Map<String, Object> named =
        first
            .map(rows::get)
            .map(row -> RefusedRows.json(row.row(), row.request().id().value(), reason))
            .getOrNull();
    tell(named, seconds);
    context.note(
        first.map(at -> at(rows.get(at))).getOrElse(() -> work.files().transfers().toString())
            + " refused, and with it all of the file: "
            + reason.message());
    return ExitCode.REFUSED;
  }

  private void tell(@Nullable Map<String, Object> first, double seconds) {
    ImportTally tally = work.tally();
    String transaction = work.ids().whole().value();
    context.answer(
        () ->
            Json.object(
                "rows",
                tally.rows(),
                "applied",
                tally.of(Count.APPLIED),
                "refused",
                tally.refused(),
                "alreadyDone",
                tally.of(Count.ALREADY_DONE),
                "unknown",
                tally.unknown(),
                "seconds",
                Math.round(seconds * 1000) / 1000.0,
                "transaction",
                transaction,
                "firstRefused",
                first),
        () -> {
          Tables table = new Tables("rows", Long.toString(tally.rows()));
          table.add("transaction", transaction);
          table.add("applied", Long.toString(tally.of(Count.APPLIED)));
          tally
              .refused()
              .forEach((kind, count) -> table.add("refused " + kind, Long.toString(count)));
          table.add("of them already done", Long.toString(tally.of(Count.ALREADY_DONE)));
          table.add("unknown", Long.toString(tally.unknown()));
          table.add("seconds", String.format(Locale.ROOT, "%.1f", seconds));
          return table.toString();
        });
  }
}
