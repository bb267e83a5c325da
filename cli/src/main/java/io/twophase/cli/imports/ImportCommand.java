package io.twophase.cli.imports;

import io.twophase.app.transfer.Order;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.imports.BadRow.BadRows;
import io.twophase.cli.imports.ImportWork.ImportFiles;
import io.twophase.cli.imports.ImportWork.RowIds;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Columns;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.PeriodOption;
import java.nio.file.Path;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the accounts and makes the transfers of CSV files. */
@Command(name = "import")
public final class ImportCommand extends SessionCommand implements Callable<Integer> {

  @Option(names = "--accounts", paramLabel = "FILE")
  @Nullable Path accounts;

  @Option(names = "--transfers", paramLabel = "FILE", required = true)
  Path transfers = Path.of("");

  @Option(names = "--columns", paramLabel = "k=v", split = ",")
  List<String> columns = List.of();

  @Option(names = "--currency", paramLabel = "C")
  @Nullable String currency;

  @Option(names = "--order", paramLabel = "file|any", defaultValue = "file")
  String order = "file";

  @Option(names = "--id-prefix", paramLabel = "TEXT", defaultValue = "")
  String idPrefix = "";

  @Option(names = "--atomic")
  boolean atomic;

  @Option(names = "--dry-run")
  boolean dryRun;

  @Option(names = "--refused", paramLabel = "FILE")
  @Nullable Path refused;

  @Option(names = "--spreadsheet-safe")
  boolean spreadsheetSafe;

  @Mixin PeriodOption period = new PeriodOption();

  @Override
  public Integer call() {
    context().makeNoStoreIf(dryRun);
    Columns mapping = new Columns(Arguments.entries("--columns", columns));
    Optional<Currency> given = Optional.ofNullable(currency).map(Arguments::currency);
    Order meaning = Arguments.order(order);
    CommandFailure.badInputIf(
        atomic && dryRun, "--dry-run tells of each row by itself, and so is not for --atomic");
    try (Progress progress = Progress.of("import", !context().isJson());
        ImportFiles files =
            ImportFiles.open(accounts, transfers, refused, spreadsheetSafe, mapping)) {
      // both files are read once before anything is changed: what is broken about them shows first
      RowIds ids = RowIds.of(files.transfers(), idPrefix, meaning == Order.AS_GIVEN);
      long opened = files.accounts() == null ? 0 : CsvFile.count(files.accounts(), mapping);
      Notes notes = new Notes(context(), "more such rows follow; --refused FILE lists them all");
      ImportTally tally =
          new ImportTally(CsvFile.count(files.transfers(), mapping), new BadRows(notes));
      return untilAsked(
          tally::interrupted,
          (session, interruption) ->
              run(
                  new ImportWork(
                      context(),
                      session,
                      new AccountCurrencies(session.twoPhase().accounts()),
                      files,
                      ids,
                      given,
                      period,
                      meaning,
                      tally,
                      notes,
                      progress,
                      interruption::isAsked),
                  opened));
    }
  }

  private int run(ImportWork work, long opened) {
    WholeImport whole = new WholeImport(work);
    if (atomic) {
      whole.requireRows();
    } else {
      whole.requireNotImported();
    }
    if (dryRun) {
      return ExitCode.first(new DryImport(work).run(), work.files().refused().written(context()));
    }
    long started = System.nanoTime();
    AccountRows rows = new AccountRows(work, new Notes(context(), "more such accounts follow"));
    if (accounts != null) {
      work.progress().phase("accounts", opened);
    }
    int worst = rows.open();
    return atomic
        ? ExitCode.first(worst, whole.run(), work.files().refused().written(context()))
        : new RowImport(work).run(started, worst, rows.json());
  }
}
