package io.twophase.cli.imports;

import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.PreviewOutcome;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.imports.ImportWork.ImportFiles.RefusedRows;
import io.twophase.cli.imports.TransferRows.TransferRow;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Tables;
import io.twophase.console.view.Json;
import io.twophase.domain.TransactionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Says of each row what would become of it now, and writes nothing to the store. */
final class DryImport {

  private static final int AT_ONCE = 500;

  private final ImportWork work;
  private final ImportTally tally;
  private final RefusedRows rest;
  private final Preview preview;
  private final OtherFiles others;

  DryImport(ImportWork work) {
    this.work = work;
    this.tally = work.tally();
    this.rest = work.files().refused();
    this.preview = work.twoPhase().preview();
    this.others = new OtherFiles(work.transactions(), work.ids().digest());
  }

  /** Runs it, and answers the exit code. */
  int run() {
    int worst = new AccountRows(work, work.notes()).preview(preview);
    work.progress().phase("transfers", tally.rows());
    try (TransferRows rows = new TransferRows(work);
        rest) {
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
    work.context().answer(this::json, this::text);
    OtherFiles.noteUnknown(work, tally.of(Count.OF_UNKNOWN_FILE));
    return ExitCode.first(
        worst,
        tally.bad() > 0 ? ExitCode.BAD_INPUT : ExitCode.DONE,
        tally.reused() > 0 ? ExitCode.REFUSED : ExitCode.DONE);
  }

  private void ask(List<TransferRow> rows) {
    List<PreviewOutcome> outcomes = preview.ask(rows.stream().map(TransferRow::request).toList());
    OtherFiles.Found found = others.among(ofBefore(rows, outcomes));
    tally.add(Count.OF_UNKNOWN_FILE, found.unknown());
    for (int at = 0; at < rows.size(); at++) {
      CsvFile.Row row = rows.get(at).row();
      PreviewOutcome outcome = outcomes.get(at);
      if (found.taken().contains(outcome.id())) {
        work.taken(row, outcome.id(), outcome instanceof PreviewOutcome.Applied);
      } else {
        count(row, outcome);
      }
    }
  }

  private void count(CsvFile.Row row, PreviewOutcome outcome) {
    work.progress().step(1);
    tally.add(Count.ALREADY_DONE, isAlreadyDone(outcome));
    outcome
        .<Runnable>fold(
            would -> () -> tally.add(Count.APPLIED, 1),
            no ->
                () -> {
                  tally.refuse(no.reason().kind());
                  rest.add(row, outcome.id().value(), no.reason());
                },
            open ->
                () -> {
                  tally.add(Count.IN_DOUBT, 1);
                  rest.add(row, outcome.id().value(), "NotKnown", open.why());
                })
        .run();
  }

  private static boolean isAlreadyDone(PreviewOutcome outcome) {
    return outcome.fold(
        PreviewOutcome.Applied::already, PreviewOutcome.Refused::already, open -> false);
  }

  /** The rows that have their answer already, by ids that are made of the file's name. */
  private static List<TransactionId> ofBefore(
      List<TransferRow> rows, List<PreviewOutcome> outcomes) {
    return IntStream.range(0, rows.size())
        .filter(at -> rows.get(at).row().get(Field.ID).isEmpty())
        .mapToObj(outcomes::get)
        .filter(DryImport::isAlreadyDone)
        .map(PreviewOutcome::id)
        .toList();
  }

  private Map<String, Object> json() {
    return Json.object(
        "dryRun", true,
        "rows", tally.rows(),
        "wouldApply", tally.of(Count.APPLIED),
        "wouldBeRefused", tally.refused(),
        "alreadyDone", tally.of(Count.ALREADY_DONE),
        "notKnown", tally.of(Count.IN_DOUBT),
        "firstRefused", rest.first());
  }

  private String text() {
    return new Tables("rows", Long.toString(tally.rows()))
            .field("would apply", tally.of(Count.APPLIED))
            .fields("would be refused", tally.refused())
            .field("of them already done", tally.of(Count.ALREADY_DONE))
            .field("not known", tally.of(Count.IN_DOUBT))
            .field(
                "first refused",
                rest.first().map(row -> "line " + row.get("line") + ": " + row.get("message")))
        + "\nnothing was written, and nothing is promised of later";
  }
}
