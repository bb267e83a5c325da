package io.twophase.cli.imports;

import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.PreviewOutcome;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Says of each row what would become of it now, and writes nothing to the store. */
final class DryImport {

  private static final int AT_ONCE = 500;

  private final CommandContext context;
  private final Session session;
  private final ImportWork work;
  private final ImportTally tally;
  private final RefusedRows rest;
  private final Preview preview;
  private final OtherFiles others;
  private Option<Map<String, Object>> first = Option.none();

  /**
   * Says it in {@code context}.
   *
   * @param rest receives the rows that would not be applied
   */
  DryImport(CommandContext context, Session session, ImportWork work, RefusedRows rest) {
    this.context = context;
    this.session = session;
    this.work = work;
    this.tally = work.tally();
    this.rest = rest;
    this.preview = session.twoPhase().preview();
    this.others = new OtherFiles(session.twoPhase().transactions(), work.ids().digest());
  }

  /** Runs it, and answers the exit code. */
  int run() {
    Currencies currencies = new Currencies(session.twoPhase().accounts());
    BadRows badAccounts = new BadRows(work.notes());
    InputFile accounts = work.files().accounts();
    if (accounts != null) {
      open(accounts, currencies, badAccounts);
    }
    work.progress().phase("transfers", tally.rows());
    try (CsvFile file = CsvFile.open(work.files().transfers());
        rest) {
      TransferRows rows = new TransferRows(file, work, currencies, this::bad);
      List<TransferRow> some = new ArrayList<>();
      while (rows.hasNext()) {
        some.add(rows.next());
        if (some.size() == AT_ONCE || !rows.hasNext()) {
          ask(some);
          some.clear();
        }
      }
    }
    work.progress().close();
    context.answer(this::json, this::text);
    long unknown = tally.of(Count.OF_UNKNOWN_FILE);
    if (unknown > 0) {
      context.note(work.files().transfers() + ": " + OtherFiles.unknown(unknown));
    }
    if (tally.bad() + badAccounts.count() > 0) {
      return ExitCode.BAD_INPUT;
    }
    return tally.reused() > 0 ? ExitCode.REFUSED : ExitCode.DONE;
  }

  /** As if they were opened: what they would be is what rows of transfers meet. */
  private void open(InputFile input, Currencies currencies, BadRows bad) {
    new AccountRows(work)
        .read(
            input,
            work.stop(),
            fault -> bad.add(fault, input + ", line " + fault.line() + ": " + fault.message()),
            (lines, openings) -> {
              preview.open(openings);
              currencies.open(openings);
            });
  }

  private void bad(CsvFile.Row row, BadRow fault) {
    tally.add(fault);
    String id = row.get(work.mapping().of(Columns.ID));
    remember(row, id, fault);
    rest.add(row, id, fault.kind(), fault.message());
  }

  private void ask(List<TransferRow> rows) {
    List<PreviewOutcome> outcomes = preview.ask(rows.stream().map(TransferRow::request).toList());
    OtherFiles.Found found = others.among(ofBefore(rows, outcomes));
    tally.add(Count.OF_UNKNOWN_FILE, found.unknown());
    for (int at = 0; at < rows.size(); at++) {
      CsvFile.Row row = rows.get(at).row();
      PreviewOutcome outcome = outcomes.get(at);
      if (found.taken().contains(outcome.id())) {
        refuse(row, outcome.id(), new OtherFiles.Taken(outcome.id()), !hasMoved(outcome));
      } else {
        count(row, outcome);
      }
      work.progress().step();
    }
  }

  private void count(CsvFile.Row row, PreviewOutcome outcome) {
    outcome
        .<Runnable>fold(
            would ->
                () -> {
                  tally.add(Count.APPLIED, 1);
                  tally.add(Count.ALREADY_DONE, would.already() ? 1 : 0);
                },
            no ->
                () -> {
                  tally.add(Count.ALREADY_DONE, no.already() ? 1 : 0);
                  refuse(row, outcome.id(), no.reason(), true);
                },
            open ->
                () -> {
                  tally.add(Count.IN_DOUBT, 1);
                  rest.add(row, outcome.id().value(), "NotKnown", open.why());
                })
        .run();
  }

  /** The rows that have their answer already, by ids that are made of the file's name. */
  private List<TransactionId> ofBefore(List<TransferRow> rows, List<PreviewOutcome> outcomes) {
    return IntStream.range(0, rows.size())
        .filter(at -> rows.get(at).row().get(work.mapping().of(Columns.ID)).isEmpty())
        .mapToObj(outcomes::get)
        .filter(
            outcome ->
                outcome.fold(
                    PreviewOutcome.Applied::already,
                    PreviewOutcome.Refused::already,
                    open -> false))
        .map(PreviewOutcome::id)
        .toList();
  }

  private static boolean hasMoved(PreviewOutcome outcome) {
    return outcome.fold(PreviewOutcome.Applied::already, no -> false, open -> false);
  }

  private void refuse(CsvFile.Row row, TransactionId id, Reason reason, boolean isLeft) {
    tally.refuse(reason.kind());
    remember(row, id.value(), reason);
    if (isLeft) {
      rest.add(row, id.value(), reason.kind(), reason.message());
    }
  }

  private void remember(CsvFile.Row row, String id, Reason reason) {
    if (first.isEmpty()) {
      first = Option.some(RefusedRows.json(row, id, reason));
    }
  }

  private Map<String, Object> json() {
    return Json.object(
        "dryRun",
        true,
        "rows",
        tally.rows(),
        "wouldApply",
        tally.of(Count.APPLIED),
        "wouldBeRefused",
        tally.refused(),
        "alreadyDone",
        tally.of(Count.ALREADY_DONE),
        "notKnown",
        tally.of(Count.IN_DOUBT),
        "firstRefused",
        first.getOrNull());
  }

  private String text() {
    Tables table = new Tables("rows", Long.toString(tally.rows()));
    table.add("would apply", Long.toString(tally.of(Count.APPLIED)));
    tally
        .refused()
        .forEach((kind, count) -> table.add("would be refused " + kind, Long.toString(count)));
    table.add("of them already done", Long.toString(tally.of(Count.ALREADY_DONE)));
    table.add("not known", Long.toString(tally.of(Count.IN_DOUBT)));
    first.forEach(
        row -> table.add("first refused", "line " + row.get("line") + ": " + row.get("message")));
    return table + "\nnothing was written, and nothing is promised of later";
  }
}
