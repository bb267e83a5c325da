package io.twophase.cli.imports;

import io.twophase.app.transfer.Order;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Failures;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.CsvOutput;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.file.OutputFile;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.PeriodOption;
import io.twophase.ports.StoreException;
import java.nio.file.Path;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the accounts and makes the transfers of CSV files. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description =
        "Open the accounts of a CSV file and make the transfers of another."
            + " The same again, after a crash too, applies nothing twice.")
public final class ImportCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public ImportCommand(CommandContext context) {
    this.context = context;
  }

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
    io.vavr.control.Option<Currency> given =
        io.vavr.control.Option.of(currency).map(Arguments::currency);
    Order meaning = order();
    if (atomic && dryRun) {
      throw CommandFailure.badInput(
          "--dry-run tells of each row by itself, and so is not for --atomic");
    }
    try (Progress progress = Progress.of("import", !context.isJson());
        ImportFiles files = ImportFiles.open(accounts, transfers, refused, mapping)) {
      // both files are read once before anything is changed: what is broken about them shows first
      RowIds ids = RowIds.of(files.transfers(), idPrefix, meaning == Order.AS_GIVEN);
      long opened = files.accounts() == null ? 0 : CsvFile.count(files.accounts());
      Notes notes = new Notes(context, "more such rows follow; --refused FILE lists them all");
      ImportTally tally = new ImportTally(CsvFile.count(files.transfers()), new BadRows(notes));
      try (Interruption interruption = Interruption.of(context, () -> interrupted(tally))) {
        ImportWork work =
            new ImportWork(
                files,
                ids,
                mapping,
                given,
                period,
                meaning,
                tally,
                notes,
                progress,
                interruption::isAsked);
        return context.inStore(session -> run(session, work, opened));
      }
    }
  }

  private static String interrupted(ImportTally tally) {
    return "interrupted: "
        + tally.answered()
        + " of "
        + Lines.count(tally.rows(), "row")
        + " have their answer, which stays; to go on with the others: the same import again";
  }

  private Order order() {
    return switch (order.toLowerCase(Locale.ROOT)) {
      case "file" -> Order.AS_GIVEN;
      case "any" -> Order.ANY;
      default ->
          throw CommandFailure.badInput(
              "--order '" + Lines.value(order) + "' is neither file nor any");
    };
  }

  private int run(Session session, ImportWork work, long opened) {
    WholeImport whole = new WholeImport(context, session, work);
    if (atomic) {
      whole.requireRows();
    } else {
      whole.requireNotImported();
    }
    if (dryRun) {
      return ended(new DryImport(context, session, work, refusedRows(work)).run());
    }
    long started = System.nanoTime();
    AccountImport opening = new AccountImport(context, work);
    InputFile accountsFile = work.files().accounts();
    int worst = ExitCode.DONE;
    if (accountsFile != null) {
      work.progress().phase("accounts", opened);
      worst = opening.run(session, accountsFile);
    }
    if (atomic) {
      return ExitCode.first(worst, ended(whole.run(refusedRows(work))));
    }
    work.progress().phase("transfers", work.tally().rows());
    @Nullable StoreException fault = transfer(session, work);
    work.progress().close();
    double seconds = (System.nanoTime() - started) / 1e9;
    context.answer(
        () -> work.tally().json(seconds, opening.isWhole() ? null : opening.json()),
        () -> work.tally().text(seconds));
    return work.stop().getAsBoolean() ? ExitCode.UNKNOWN : exitCode(session, work, worst, fault);
  }

  /** The exit code, with a line for each thing that is wrong. */
  private int exitCode(
      Session session, ImportWork work, int accountsCode, @Nullable StoreException fault) {
    ImportTally tally = work.tally();
    if (tally.of(Count.SAME_NAME_OTHER_FILE) > 0) {
      context.note(otherFile(work));
    }
    if (tally.of(Count.OF_UNKNOWN_FILE) > 0) {
      context.note(
          work.files().transfers() + ": " + OtherFiles.unknown(tally.of(Count.OF_UNKNOWN_FILE)));
    }
    noteRows(
        tally.reused() - tally.of(Count.SAME_NAME_OTHER_FILE),
        " not applied, whose ids were used before for other transactions: new transfers"
            + " need new ids");
    int worst = tally.reused() > 0 ? ExitCode.first(accountsCode, ExitCode.REFUSED) : accountsCode;
    noteRows(
        tally.of(Count.FENCED),
        " overtaken by another process, which fenced this one off: the answers are that"
            + " process's");
    if (tally.bad() > 0) {
      context.note(
          work.files().transfers() + ": " + Lines.count(tally.bad(), "row") + " could not be used");
      worst = ExitCode.first(worst, ExitCode.BAD_INPUT);
    }
    worst = ended(worst);
    if (tally.of(Count.IN_DOUBT) > 0) {
      context.note(
          tally.doubts()
              + "; "
              + Unresolved.remedy(
                  context,
                  session,
                  tally.firstInDoubt().get(),
                  "to resolve them: the same import again"));
      worst = ExitCode.first(worst, ExitCode.UNKNOWN);
    }
    if (noteRows(
        tally.of(Count.UNFINISHED),
        " decided and not finished, since the store gave no certain answer in time; to"
            + " finish what was decided: the same import again")) {
      worst = ExitCode.first(worst, ExitCode.UNKNOWN);
    }
    if (fault != null) {
      int code = Failures.exitCode(fault);
      if (ExitCode.first(worst, code) == code) {
        throw fault;
      }
      context.note(String.valueOf(fault.getMessage()));
    } else if (noteRows(
        tally.notAsked(), " after that not asked; to go on: the same import again")) {
      worst = ExitCode.first(worst, ExitCode.UNKNOWN);
    }
    return worst;
  }

  /** Notes what is so of some rows, if it is of any. */
  private boolean noteRows(long rows, String what) {
    if (rows > 0) {
      context.note(Lines.count(rows, "row") + what);
    }
    return rows > 0;
  }

  private static String otherFile(ImportWork work) {
    ImportTally tally = work.tally();
    long moved = tally.of(Count.MOVED_FOR_OTHER_FILE);
    long newly = tally.of(Count.NEWLY_APPLIED);
    return work.files().transfers()
        + ": another file of this name was imported before; "
        + Lines.count(tally.of(Count.SAME_NAME_OTHER_FILE), "row")
        + " of this one not applied by this import, having the ids of its rows, "
        + moved
        + " equal to what was applied then; if this is the same file, grown or corrected, these "
        + moved
        + " are done and nothing is to be done; if it is another day's file, import it with"
        + " --id-prefix NAME"
        + (newly > 0 ? ", without the " + Lines.count(newly, "row") + " applied now" : "");
  }

  /** Runs the transfers; answers the fault that ended them early, if one did. */
  private @Nullable StoreException transfer(Session session, ImportWork work) {
    OtherFiles others = new OtherFiles(session.twoPhase().transactions(), work.ids().digest());
    try (CsvFile file = CsvFile.open(work.files().transfers());
        ImportReport report = new ImportReport(work, others, refusedRows(work))) {
      TransferRows rows =
          new TransferRows(file, work, new Currencies(session.twoPhase().accounts()), report::bad);
      session
          .twoPhase()
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
        work.mapping(),
        file == null ? null : CsvOutput.over(file, spreadsheetSafe, RefusedRows.HEADER),
        failure -> unwritten = failure);
  }

  /** The exit code, unless the rows that were not applied could not be written. */
  private int ended(int code) {
    if (unwritten == null) {
      return code;
    }
    context.note(String.valueOf(unwritten.getMessage()));
    return ExitCode.first(code, unwritten.exitCode());
  }
}
