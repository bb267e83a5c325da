package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.console.http.Answer;
import io.twophase.console.http.Parameters;
import io.twophase.console.http.Request;
import io.twophase.console.http.Request.BadRequestException;
import io.twophase.console.http.Response;
import io.twophase.console.screen.StoreScreens.Paging;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.SpreadsheetCells;
import io.twophase.console.view.StatementViews;
import io.twophase.domain.AccountId;
import io.twophase.domain.statement.Statement;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The screens of statements. None reads all transactions of the store unless somebody has agreed to
 * it.
 *
 * @param scans those that are under way
 */
public record StatementScreens(TwoPhase twophase, Scans scans) {

  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String AT = "at";
  private static final int PAGE = 100;

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  /** Shows what was decided of an account, line by line. */
  public Answer page(Request request) {
    int page = Parameters.page(request);
    return span(request)
        .<Answer>fold(other -> other, read -> new Answer.Shown(model(request, read, page)));
  }

  private static Map<String, Object> model(Request request, Statement statement, int number) {
    Optional<Instant> to = Parameters.moment(request, TO);
    Optional<Instant> from = Parameters.moment(request, FROM);
    AccountId account = statement.account().id();
    String query = "?" + Links.query(Json.object("id", account, "scan", "yes", FROM, from, TO, to));
    Paging<Statement.Line> page =
        Paging.of(statement.lines(), PAGE, number, "/account/statement" + query);
    Statement shown = statement.page((int) Math.min((number - 1L) * PAGE, Integer.MAX_VALUE), PAGE);
    Map<String, Object> model = Json.object("account", account);
    model.putAll(StatementViews.json(statement, shown));
    model.put("certaintyInWords", certainty(statement));
    model.put(
        "notes",
        StatementViews.notes(statement, from, to).stream()
            .map(StatementScreens::sentence)
            .toList());
    model.put("csv", "/account/statement.csv" + query);
    model.putAll(page.json());
    return model;
  }

  /**
   * Sends the lines of a statement as a file for a spreadsheet: no cell is one that it takes for a
   * formula.
   */
  public Answer file(Request request) {
    return span(request)
        .fold(
            StatementScreens::declined,
            statement ->
                new Answer.Sent(
                    Response.of(200, "text/csv; charset=utf-8", out -> write(statement, out))
                        .asFile("statement-" + statement.account().id() + ".csv")));
  }

  /** A file is sent or it is not: there is no page on which to ask. */
  private static Answer declined(Answer other) {
    return other instanceof Answer.Shown shown
        ? new Answer.Declined(400, "NoFile", "There is no such file: " + Json.line(shown.model()))
        : other;
  }

  private static void write(Statement statement, OutputStream out) throws IOException {
    CSVPrinter printer =
        new CSVPrinter(new OutputStreamWriter(out, StandardCharsets.UTF_8), FORMAT);
    printer.printRecord((Object[]) StatementViews.COLUMNS);
    for (Statement.Line line : statement.lines()) {
      for (String cell : StatementViews.row(statement, line)) {
        printer.print(SpreadsheetCells.safe(cell));
      }
      printer.println();
    }
    printer.flush();
  }

  /** Shows the balance of an account just before a moment, as decided. */
  public Answer balance(Request request) {
    Optional<Instant> asked = Parameters.moment(request, AT);
    AccountId account = Parameters.account(request);
    if (asked.isEmpty()) {
      return new Answer.Shown(Json.object("account", account));
    }
    Instant at = asked.orElseThrow();
    return read(request, account, List.of(AT), () -> twophase.statements().at(account, at))
        .<Answer>fold(
            other -> other,
            statement -> {
              Map<String, Object> model = Json.object("account", account);
              model.putAll(StatementViews.balance(statement, at));
              model.put("certaintyInWords", certainty(statement));
              return new Answer.Shown(model);
            });
  }

  /** The statement of a span, or the answer in its place. */
  private Either<Answer, Statement> span(Request request) {
    AccountId account = Parameters.account(request);
    Optional<Instant> from = Parameters.moment(request, FROM);
    Optional<Instant> to = Parameters.moment(request, TO);
    if (from.filter(start -> to.filter(start::isAfter).isPresent()).isPresent()) {
      throw new BadRequestException(
          "from " + from.orElseThrow() + " is after to " + to.orElseThrow());
    }
    return read(
        request, account, List.of(FROM, TO), () -> twophase.statements().of(account, from, to));
  }

  private Either<Answer, Statement> read(
      Request request, AccountId account, List<String> span, Supplier<StatementAnswer> statement) {
    if (Scans.indexes(twophase.transactions()).byAccount()) {
      return found(statement.get());
    }
    return Parameters.scans(request)
        ? scans.limited(statement).flatMap(StatementScreens::found)
        : Either.left(asks(request, account, span));
  }

  private static Answer asks(Request request, AccountId account, List<String> span) {
    Map<String, Object> model = Json.object("account", account);
    Map<String, Object> kept = Json.object("id", account);
    span.forEach(name -> request.parameter(name).ifPresent(value -> kept.put(name, value)));
    model.put("scan", Scans.asks("It reads every transaction of the store", kept));
    return new Answer.Shown(model);
  }

  private static Either<Answer, Statement> found(StatementAnswer answer) {
    return answer.fold(
        found -> Either.right(found.statement()),
        absent ->
            Either.left(
                Answer.missing("NoSuchAccount", "There is no account " + absent.account() + ".")),
        fault -> Either.left(StoreScreens.unreadable("id", fault.account(), fault.fault())),
        early ->
            Either.left(
                Answer.missing(
                    "TooEarly",
                    "What account %s had at %s is not known any more, since old transactions are removed: its first balance that is known is of %s."
                        .formatted(early.account(), early.asked(), early.earliest()))));
  }

  /** Returns whether the figures are certain, in a sentence. */
  private static String certainty(Statement statement) {
    return StatementViews.doubt(statement)
        .map(StatementScreens::sentence)
        .orElse("These figures are certain.");
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }
}
