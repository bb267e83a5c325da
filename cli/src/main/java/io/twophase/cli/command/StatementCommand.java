package io.twophase.cli.command;

import static io.twophase.cli.text.CommandFailure.refuse;

import io.twophase.app.statement.StatementAnswer;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.CsvOutput;
import io.twophase.cli.text.CsvOutput.CsvOptions;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.console.view.StatementViews;
import io.twophase.console.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.statement.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what was decided of an account, line by line; or writes it to a CSV file. */
@Command(name = "statement")
public final class StatementCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ACCOUNT")
  String account = "";

  @Option(names = "--from", paramLabel = "T")
  @Nullable String from;

  @Option(names = "--to", paramLabel = "T")
  @Nullable String to;

  @Option(names = "--limit", paramLabel = "N")
  @Nullable Integer limit;

  @Option(names = "--page", paramLabel = "N", defaultValue = "1")
  int page = 1;

  @Mixin CsvOptions csv = new CsvOptions();

  @Override
  public Integer call() {
    AccountId id = Arguments.accountId(account);
    Optional<Instant> first = moment("--from", from);
    Optional<Instant> end = moment("--to", to);
    CommandFailure.badInputIf(
        first.filter(start -> end.filter(start::isAfter).isPresent()).isPresent(),
        "--from '" + from + "' is after --to '" + to + "'");
    CommandFailure.badInputIf(
        page < 1 || (limit != null && limit < 1) || (limit == null && page > 1),
        "--limit and --page are 1 or more, and --page needs --limit");
    try (CsvOutput file = csv.begin(StatementViews.COLUMNS)) {
      Statement statement =
          withStore(session -> found(session.twoPhase().statements().of(id, first, end)));
      answer(statement, file);
      StatementViews.notes(statement, first, end).forEach(this::note);
      StatementViews.doubt(statement).ifPresent(this::note);
      return exitCode(statement);
    }
  }

  private static Optional<Instant> moment(String option, @Nullable String text) {
    return Optional.ofNullable(text).map(given -> Arguments.moment(option, given));
  }

  static Statement found(StatementAnswer answer) {
    return answer.<Statement>fold(
        StatementAnswer.Found::statement,
        absent -> refuse("NoSuchAccount", "there is no account " + absent.account()),
        fault -> refuse(Views.unreadable("account", fault.account(), fault.fault())),
        early ->
            refuse(
                ("what account %s had at %s is not known any more, since old transactions are"
                        + " removed: its first balance that is known is of %s")
                    .formatted(early.account(), early.asked(), early.earliest())));
  }

  private Statement paged(Statement statement) {
    if (limit == null) {
      return statement;
    }
    long skip = (page - 1L) * limit;
    return statement.page((int) Math.min(skip, Integer.MAX_VALUE), limit);
  }

  private void answer(Statement statement, @Nullable CsvOutput file) {
    Statement shown = paged(statement);
    if (file != null) {
      shown.lines().forEach(line -> file.row(StatementViews.row(shown, line)));
      file.commit();
      done(
          Json.object("lines", shown.lines().size(), "csv", csv),
          Lines.count(shown.lines().size(), "line") + " written to " + csv);
    } else {
      answer(() -> StatementViews.json(statement, shown), () -> text(statement, shown));
    }
  }

  /**
   * For people.
   *
   * @param page the lines that are shown, with the balances before and after them
   */
  private static String text(Statement statement, Statement page) {
    List<Statement.Line> all = statement.lines();
    List<Statement.Line> some = page.lines();
    boolean isFirst = all.isEmpty() || (!some.isEmpty() && some.get(0).equals(all.get(0)));
    boolean isLast = some.isEmpty() || last(some).equals(last(all));
    Tables table = new Tables("BOOKED", "TRANSACTION", "REFERENCE", "COUNTER", "AMOUNT", "BALANCE");
    String before = isFirst ? "opening balance" : "balance before";
    table.add("", before, "", "", "", StatementViews.opening(page));
    String[] columns = {
      "bookedAt", "transaction", "reference", "counterAccounts", "amount", "balance"
    };
    some.forEach(line -> table.row(StatementViews.json(statement, line), columns));
    String after = isLast ? "closing balance" : "balance so far";
    table.add("", after, "", "", "", StatementViews.closing(page));
    return table.toString();
  }

  private static Statement.Line last(List<Statement.Line> lines) {
    return lines.get(lines.size() - 1);
  }

  /** Returns the exit code: done if the figures are certain, else refused. */
  static int exitCode(Statement statement) {
    return StatementViews.doubt(statement).isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }
}
