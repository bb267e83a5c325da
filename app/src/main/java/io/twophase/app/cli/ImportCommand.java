package io.twophase.app.cli;

import io.twophase.app.usecase.Order;
import io.twophase.domain.account.Opening;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Opens the accounts and makes the transfers of CSV files. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Open the accounts of a CSV file and make the transfers of another.",
      "The same again, after a crash too, applies nothing twice."
    })
final class ImportCommand implements Callable<Integer> {

  private static final int OPENED_AT_ONCE = 500;

  @ParentCommand TwophaseCommand root = new TwophaseCommand();

  @Option(names = "--accounts", paramLabel = "FILE", description = "id,balance,currency,overdraft")
  @Nullable Path accounts;

  @Option(
      names = "--transfers",
      paramLabel = "FILE",
      required = true,
      description = "id,source,destination,amount,currency")
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
      names = "--refused",
      paramLabel = "FILE",
      description = "write the rows that were not applied to FILE, with the reasons")
  @Nullable Path refused;

  @Override
  public Integer call() {
    Columns mapping = new Columns(columns);
    io.vavr.control.Option<Currency> given =
        io.vavr.control.Option.of(currency).map(Arguments::currency);
    Order meaning = order();
    checkHeaders(mapping);
    // both files are read once before anything is changed: what is broken about them shows first
    if (accounts != null) {
      CsvFile.count(accounts);
    }
    long rows = CsvFile.count(transfers);
    return root.withStore(session -> run(session, mapping, given, meaning, rows));
  }

  private Order order() {
    return switch (order.toLowerCase(Locale.ROOT)) {
      case "file" -> Order.AS_GIVEN;
      case "any" -> Order.ANY;
      default -> throw CommandFailure.badInput("--order '" + order + "' is neither file nor any");
    };
  }

  private void checkHeaders(Columns mapping) {
    Set<String> headers = new HashSet<>();
    if (accounts != null) {
      try (CsvFile file = CsvFile.open(accounts)) {
        file.require(List.of(mapping.of(Columns.ID), mapping.of(Columns.BALANCE)));
        headers.addAll(file.header());
      }
    }
    try (CsvFile file = CsvFile.open(transfers)) {
      file.require(
          List.of(
              mapping.of(Columns.SOURCE),
              mapping.of(Columns.DESTINATION),
              mapping.of(Columns.AMOUNT)));
      headers.addAll(file.header());
    }
    mapping.requireMappedAmong(headers);
  }

  private int run(
      Session session,
      Columns mapping,
      io.vavr.control.Option<Currency> given,
      Order meaning,
      long rows) {
    long started = System.nanoTime();
    int worst = accounts == null ? ExitCode.DONE : openAccounts(session, accounts, mapping, given);
    ImportTally tally = new ImportTally(rows);
    @Nullable StoreException fault = transfer(session, mapping, given, meaning, tally, rows);
    double seconds = (System.nanoTime() - started) / 1e9;
    root.answer(() -> tally.json(seconds), () -> tally.text(seconds));
    if (tally.fenced() > 0) {
      root.note(
          tally.fenced()
              + " rows were overtaken by another process, which fenced this one off; their answers"
              + " are that process's");
    }
    if (fault != null) {
      throw fault;
    }
    if (tally.unknown() > 0) {
      throw CommandFailure.unknown(
          tally.unknown()
              + " rows have no certain answer, or were not asked; to resolve them: the same import"
              + " again");
    }
    if (tally.bad() > 0) {
      root.note("file " + transfers + ": " + tally.bad() + " rows could not be used");
    }
    return tally.bad() > 0 ? ExitCode.BAD_INPUT : worst;
  }

  /** Runs the transfers; answers the fault that ended them early, if one did. */
  private @Nullable StoreException transfer(
      Session session,
      Columns mapping,
      io.vavr.control.Option<Currency> given,
      Order meaning,
      ImportTally tally,
      long rows) {
    try (CsvFile file = CsvFile.open(transfers);
        Progress progress = Progress.of("import", rows, !root.json);
        ImportReport report = new ImportReport(root, tally, progress, mapping, refused)) {
      TransferRows requests =
          new TransferRows(
              file,
              mapping,
              given,
              new Currencies(session.twoPhase().accounts()),
              report::bad,
              report::asked);
      session.twoPhase().transfers().transferAll(requests, meaning, report::answered);
      return null;
    } catch (StoreException fault) {
      return fault;
    }
  }

  private int openAccounts(
      Session session, Path path, Columns mapping, io.vavr.control.Option<Currency> given) {
    AccountRows rows = new AccountRows(mapping, given.getOrElse(Arguments.DEFAULT_CURRENCY));
    Notes notes = new Notes(root, "more such accounts follow");
    int worst = ExitCode.DONE;
    try (CsvFile file = CsvFile.open(path)) {
      while (file.hasNext()) {
        List<CsvFile.Row> lines = new ArrayList<>();
        List<Opening> openings = new ArrayList<>();
        while (file.hasNext() && openings.size() < OPENED_AT_ONCE) {
          CsvFile.Row row = file.next();
          Either<BadRow, Opening> opening = rows.read(row);
          if (opening.isLeft()) {
            notes.show(
                "file " + path + ", line " + row.line() + ": " + opening.getLeft().message());
            worst = ExitCode.BAD_INPUT;
          } else {
            lines.add(row);
            openings.add(opening.get());
          }
        }
        worst = Math.max(worst, open(session, path, lines, openings, notes));
      }
    }
    return worst;
  }

  private int open(
      Session session, Path path, List<CsvFile.Row> lines, List<Opening> openings, Notes notes) {
    List<OpenOutcome> outcomes = session.twoPhase().accounts().open(openings);
    int worst = ExitCode.DONE;
    for (int at = 0; at < outcomes.size(); at++) {
      String where = "file " + path + ", line " + lines.get(at).line() + ": ";
      if (outcomes.get(at) instanceof OpenOutcome.Refused no) {
        notes.show(where + no.refusal().message());
        worst = Math.max(worst, ExitCode.REFUSED);
      } else if (outcomes.get(at) instanceof OpenOutcome.InDoubt) {
        throw CommandFailure.unknown(
            where
                + "no answer whether account "
                + openings.get(at).id()
                + " is open; to resolve it: the same import again");
      }
    }
    return worst;
  }
}
