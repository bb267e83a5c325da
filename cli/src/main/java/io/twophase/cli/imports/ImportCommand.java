package io.twophase.cli.imports;

import io.twophase.app.transfer.Order;
import io.twophase.cli.context.Failures;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.CsvOutput;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.file.OutputFile;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.imports.TransferRows.TransferRow;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.PeriodOption;
import io.twophase.domain.TransactionId;
import io.twophase.ports.StoreException;
import java.nio.file.Path;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the accounts and makes the transfers of CSV files. */
@Command(
    name = "import",
    footer = {
      "A row without an id is named <file name>:<line>, so the same file again has the same ids.",
      "If another file of that name has taken the id of a row, then the row is IdReused,"
          + " and the exit code is 1.",
      "A row that cannot be used is refused with its line, the other rows go on,"
          + " and the exit code is 2.",
      "After a crash, run the same import again. Recovery leaves its undecided rows"
          + " to it for 30 minutes.",
      "With --atomic, a row may spend the amount that another row brings. If a row is"
          + " refused, then no row happens, and the message names the first such row."
    },
    description =
        "Open the accounts of a CSV file and make the transfers of another."
            + " The same again, after a crash too, applies nothing twice.")
public final class ImportCommand extends SessionCommand implements Callable<Integer> {

  @Option(
      names = "--accounts",
      paramLabel = "FILE",
      description =
          "id,balance,currency,overdraft; floor, ceiling and normal too if they are there"
              + " (-: standard input)")
  @Nullable Path accounts;

  @Option(
      names = "--transfers",
      paramLabel = "FILE",
      required = true,
      description = "id,source,destination,amount,currency (-: standard input)")
  Path transfers = Path.of("");

  @Option(
      names = "--columns",
      paramLabel = "k=v",
      split = ",",
      description = "which column is which field, as in id=nodeid,balance=init_balance")
  Map<String, String> columns = Map.of();

  @Option(
      names = "--currency",
      paramLabel = "C",
      description = "of rows that name none (default: USD for accounts, theirs for transfers)")
  @Nullable String currency;

  @Option(
      names = "--order",
      paramLabel = "file|any",
      defaultValue = "file",
      description = "file: the balances of running the rows one after the other; any: faster")
  String order = "file";

  @Option(
      names = "--id-prefix",
      paramLabel = "TEXT",
      defaultValue = "",
      description = {
        "put TEXT before the ids <file name>:<line> of rows that have none, to tell",
        "different files of one name apart; the same again with each import of the file"
      })
  String idPrefix = "";

  @Option(
      names = "--atomic",
      description = {
        "all rows or none, as one transaction <file name>:all over what they come to for each",
        "account: at most 100,000 rows and 10,000 accounts; accounts of --accounts are opened"
            + " before"
      })
  boolean atomic;

  @Option(
      names = "--dry-run",
      description =
          "write nothing to the store, and say what would become of each row by what it has now")
  boolean dryRun;

  @Option(
      names = "--refused",
      paramLabel = "FILE",
      description = "write the rows that were not applied to FILE, with the reasons")
  @Nullable Path refused;

  @Option(
      names = "--spreadsheet-safe",
      description =
          "in that file, put an apostrophe before cells that a spreadsheet would take for formulas")
  boolean spreadsheetSafe;

  @Mixin PeriodOption period = new PeriodOption();

  /** Why the rows that were not applied could not be written, if they could not. */
  private @Nullable CommandFailure unwritten;

  @Override
  public Integer call() {
    Columns mapping = new Columns(columns);
    Optional<Currency> given = Optional.ofNullable(currency).map(Arguments::currency);
    Order meaning = Arguments.order(order);
    if (atomic && dryRun) {
      throw CommandFailure.badInput(
          "--dry-run tells of each row by itself, and so is not for --atomic");
    }
    try (Progress progress = Progress.of("import", !context().isJson());
        ImportFiles files = ImportFiles.open(accounts, transfers, refused, mapping)) {
      // both files are read once before anything is changed: what is broken about them shows first
      RowIds ids = RowIds.of(files.transfers(), idPrefix, meaning == Order.AS_GIVEN);
      long opened = files.accounts() == null ? 0 : CsvFile.count(files.accounts(), mapping);
      Notes notes = new Notes(context(), "more such rows follow; --refused FILE lists them all");
      ImportTally tally =
          new ImportTally(CsvFile.count(files.transfers(), mapping), new BadRows(notes));
      try (Interruption interruption = Interruption.of(context(), () -> interrupted(tally))) {
        return context()
            .inStore(
                session ->
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
  }

  private static String interrupted(ImportTally tally) {
    return ("interrupted: %s of %s have their answer, which stays; to go on with the others: the"
            + " same import again")
        .formatted(tally.answered(), Lines.count(tally.rows(), "row"));
  }

  private int run(ImportWork work, long opened) {
    WholeImport whole = new WholeImport(work);
    if (atomic) {
      whole.requireRows();
    } else {
      whole.requireNotImported();
    }
    if (dryRun) {
      return ExitCode.first(new DryImport(work, refusedRows(work)).run(), unwritten());
    }
    long started = System.nanoTime();
    AccountImport opening = new AccountImport(work);
    InputFile accountsFile = work.files().accounts();
    int worst = ExitCode.DONE;
    if (accountsFile != null) {
      work.progress().phase("accounts", opened);
      worst = opening.run(accountsFile);
    }
    if (atomic) {
      return ExitCode.first(worst, whole.run(refusedRows(work)), unwritten());
    }
    work.progress().phase("transfers", work.tally().rows());
    @Nullable StoreException fault = transfer(work);
    work.progress().close();
    double seconds = (System.nanoTime() - started) / 1e9;
    context()
        .answer(
            () -> work.tally().ofRows(seconds, opening.json()),
            () -> work.tally().text(seconds, null).toString());
    return work.stop().getAsBoolean()
        ? ExitCode.UNKNOWN
        : ended(work, ExitCode.first(worst, noted(work)), fault);
  }

  /** Notes each thing that is wrong with rows, and answers the worst exit code of them. */
  private int noted(ImportWork work) {
    ImportTally tally = work.tally();
    long otherFiles = tally.of(Count.SAME_NAME_OTHER_FILE);
    if (otherFiles > 0) {
      note(otherFile(work));
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
            unwritten());
    for (TransactionId id : tally.firstInDoubt().stream().toList()) {
      String again = "to resolve them: the same import again";
      note(tally.doubts() + "; " + context().remedy(work.session(), id, again));
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
      note(Lines.count(rows, "row") + what);
    }
    return rows > 0 ? ExitCode.UNKNOWN : ExitCode.DONE;
  }

  /** The exit code, where {@code fault} has ended the import early, or nothing has. */
  private int ended(ImportWork work, int worst, @Nullable StoreException fault) {
    if (fault == null) {
      String again = " after that not asked; to go on: the same import again";
      return ExitCode.first(worst, noted(work.tally().notAsked(), again));
    }
    int code = Failures.exitCode(fault);
    if (ExitCode.first(worst, code) == code) {
      throw fault;
    }
    note(String.valueOf(fault.getMessage()));
    return worst;
  }

  private static String otherFile(ImportWork work) {
    ImportTally tally = work.tally();
    long newly = tally.of(Count.NEWLY_APPLIED);
    return ("%1$s: another file of this name was imported before; %2$s of this one not applied by"
            + " this import, having the ids of its rows, %3$s equal to what was applied then; if this"
            + " is the same file, grown or corrected, these %3$s are done and nothing is to be done;"
            + " if it is another day's file, import it with --id-prefix NAME%4$s")
        .formatted(
            work.files().transfers(),
            Lines.count(tally.of(Count.SAME_NAME_OTHER_FILE), "row"),
            tally.of(Count.MOVED_FOR_OTHER_FILE),
            newly > 0 ? ", without the " + Lines.count(newly, "row") + " applied now" : "");
  }

  /** Runs the transfers; answers the fault that ended them early, if one did. */
  private @Nullable StoreException transfer(ImportWork work) {
    try (ImportReport report = new ImportReport(work, refusedRows(work));
        TransferRows rows = new TransferRows(work, report::bad)) {
      var unused =
          work.twoPhase()
              .transfers()
              .transferAll(rows, TransferRow::request, work.order(), report::answered);
      report.finish();
      return null;
    } catch (StoreException fault) {
      return fault;
    }
  }

  private RefusedRows refusedRows(ImportWork work) {
    OutputFile file = work.files().refused();
    return new RefusedRows(
        file == null ? null : CsvOutput.over(file, spreadsheetSafe, RefusedRows.HEADER),
        failure -> unwritten = failure);
  }

  /** The exit code of the rows that were not applied, with a note if they could not be written. */
  private int unwritten() {
    if (unwritten == null) {
      return ExitCode.DONE;
    }
    note(String.valueOf(unwritten.getMessage()));
    return unwritten.exitCode();
  }
}
