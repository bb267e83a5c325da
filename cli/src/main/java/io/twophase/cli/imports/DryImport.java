package io.twophase.cli.imports;

import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.PreviewOutcome;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Says of each row what would become of it now, and writes nothing to the store. */
final class DryImport {

  private static final int AT_ONCE = 500;

  private final CommandContext context;
  private final Session session;
  private final ImportCommand.Work work;
  private final Preview preview;
  private final OtherFiles others;
  private final Map<String, Long> refused = new TreeMap<>();
  private long applied;
  private long alreadyDone;
  private long notKnown;
  private Option<Map<String, Object>> first = Option.none();
  private Option<String> firstLine = Option.none();

  DryImport(CommandContext context, Session session, ImportCommand.Work work) {
    this.context = context;
    this.session = session;
    this.work = work;
    this.preview = session.twoPhase().preview();
    this.others = new OtherFiles(session.twoPhase().transactions(), work.ids().digest());
  }

  /** Runs it, and answers the exit code. */
  int run(RefusedRows rest, BooleanSupplier stop) {
    Currencies currencies = new Currencies(session.twoPhase().accounts());
    BadRows badAccounts = new BadRows(work.notes());
    open(currencies, badAccounts, stop);
    work.progress().phase("transfers", work.tally().rows());
    try (CsvFile file = CsvFile.open(work.files().transfers());
        rest) {
      TransferRows rows =
          new TransferRows(
              file,
              work.ids(),
              work.mapping(),
              work.given(),
              work.period(),
              currencies,
              (row, fault) -> bad(rest, row, fault),
              stop);
      List<TransferRow> some = new ArrayList<>();
      while (rows.hasNext()) {
        some.add(rows.next());
        if (some.size() == AT_ONCE || !rows.hasNext()) {
          ask(rest, some);
          some.clear();
        }
      }
    }
    work.progress().close();
    context.answer(this::json, this::text);
    long unknown = work.tally().ofUnknownFile();
    if (unknown > 0) {
      context.note(work.files().transfers() + ": " + OtherFiles.unknown(unknown));
    }
    if (work.tally().bad() + badAccounts.count() > 0) {
      return ExitCode.BAD_INPUT;
    }
    return refused.containsKey("IdReused") ? ExitCode.REFUSED : ExitCode.DONE;
  }

  /** As if they were opened: what they would be is what rows of transfers meet. */
  private void open(Currencies currencies, BadRows bad, BooleanSupplier stop) {
    InputFile input = work.files().accounts();
    if (input == null) {
      return;
    }
    AccountRows rows =
        new AccountRows(work.mapping(), work.given().getOrElse(Arguments.DEFAULT_CURRENCY));
    try (CsvFile file = CsvFile.open(input)) {
      while (file.hasNext() && !stop.getAsBoolean()) {
        List<Opening> openings = new ArrayList<>();
        while (file.hasNext() && openings.size() < AT_ONCE) {
          Either<BadRow, Opening> opening = rows.read(file.next());
          opening.forEach(openings::add);
          opening.peekLeft(
              fault -> bad.add(fault, input + ", line " + fault.line() + ": " + fault.message()));
        }
        preview.open(openings);
        currencies.open(openings);
      }
    }
  }

  private void bad(RefusedRows rest, CsvFile.Row row, BadRow fault) {
    work.tally().add(fault);
    refuse(rest, row, row.get(work.mapping().of(Columns.ID)), fault);
  }

  private void ask(RefusedRows rest, List<TransferRow> rows) {
    List<PreviewOutcome> outcomes = preview.ask(rows.stream().map(TransferRow::request).toList());
    OtherFiles.Found found = others.among(ofBefore(rows, outcomes));
    work.tally().addOfUnknownFile(found.unknown());
    for (int at = 0; at < rows.size(); at++) {
      CsvFile.Row row = rows.get(at).row();
      TransactionId transaction = outcomes.get(at).id();
      String id = transaction.value();
      if (found.taken().contains(transaction)) {
        Reason taken = new OtherFiles.Taken(transaction);
        refuse(row, id, taken);
        if (!hasMoved(outcomes.get(at))) {
          rest.add(row, id, taken.kind(), taken.message());
        }
        work.progress().step();
        continue;
      }
      outcomes
          .get(at)
          .<Runnable>fold(
              would ->
                  () -> {
                    applied++;
                    alreadyDone += would.already() ? 1 : 0;
                  },
              no ->
                  () -> {
                    alreadyDone += no.already() ? 1 : 0;
                    refuse(rest, row, id, no.reason());
                  },
              open ->
                  () -> {
                    notKnown++;
                    rest.add(row, id, "NotKnown", open.why());
                  })
          .run();
      work.progress().step();
    }
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

  private void refuse(RefusedRows rest, CsvFile.Row row, String id, Reason reason) {
    refuse(row, id, reason);
    rest.add(row, id, reason.kind(), reason.message());
  }

  private void refuse(CsvFile.Row row, String id, Reason reason) {
    refused.merge(reason.kind(), 1L, Long::sum);
    if (first.isEmpty()) {
      first =
          Option.some(
              Json.object(
                  "line",
                  row.line(),
                  "id",
                  id,
                  "kind",
                  reason.kind(),
                  "message",
                  reason.message()));
      firstLine = Option.some("line " + row.line() + ": " + reason.message());
    }
  }

  private Map<String, Object> json() {
    return Json.object(
        "dryRun",
        true,
        "rows",
        work.tally().rows(),
        "wouldApply",
        applied,
        "wouldBeRefused",
        refused,
        "alreadyDone",
        alreadyDone,
        "notKnown",
        notKnown,
        "firstRefused",
        first.getOrNull());
  }

  private String text() {
    Tables table = new Tables("rows", Long.toString(work.tally().rows()));
    table.add("would apply", Long.toString(applied));
    refused.forEach((kind, count) -> table.add("would be refused " + kind, Long.toString(count)));
    table.add("of them already done", Long.toString(alreadyDone));
    table.add("not known", Long.toString(notKnown));
    firstLine.forEach(line -> table.add("first refused", line));
    return table + "\nnothing was written, and nothing is promised of later";
  }
}
