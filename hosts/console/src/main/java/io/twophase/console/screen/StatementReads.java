package io.twophase.console.screen;

import io.twophase.Transactions;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.app.statement.Statements;
import io.twophase.console.http.BadRequestException;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Parameters;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.StatementViews;
import io.twophase.domain.AccountId;
import io.twophase.domain.statement.Statement;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads statements, unless that reads all transactions of the store and nobody has agreed to it.
 */
public final class StatementReads {

  private static final String FROM = "from";
  private static final String TO = "to";

  private final Statements statements;
  private final Transactions transactions;
  private final Scans scans;

  /**
   * Statements of a store.
   *
   * @param transactions say which indexes there are
   * @param scans those that are under way
   */
  public StatementReads(Statements statements, Transactions transactions, Scans scans) {
    this.statements = statements;
    this.transactions = transactions;
    this.scans = scans;
  }

  /** The statement of a span, or the answer in its place. */
  Either<Answer, Statement> span(Request request) {
    AccountId account = Parameters.account(request);
    Optional<Instant> from = Parameters.moment(request, FROM);
    Optional<Instant> to = Parameters.moment(request, TO);
    if (from.filter(start -> to.filter(start::isAfter).isPresent()).isPresent()) {
      throw new BadRequestException(
          "from " + from.orElseThrow() + " is after to " + to.orElseThrow());
    }
    return read(request, account, List.of(FROM, TO), () -> statements.of(account, from, to));
  }

  /** The statement without lines that ends at a moment, or the answer in its place. */
  Either<Answer, Statement> at(Request request, Instant moment) {
    AccountId account = Parameters.account(request);
    return read(request, account, List.of("at"), () -> statements.at(account, moment));
  }

  private Either<Answer, Statement> read(
      Request request, AccountId account, List<String> span, Supplier<StatementAnswer> statement) {
    if (Scans.indexes(transactions).byAccount()) {
      return found(statement.get());
    }
    return Parameters.scans(request)
        ? scans.limited(statement).flatMap(StatementReads::found)
        : Either.left(asks(request, account, span));
  }

  /** The names of the account's pages. */
  static Map<String, Object> head(AccountId account) {
    return Json.object("account", account, "accountLink", Links.account(account));
  }

  private static Answer asks(Request request, AccountId account, List<String> span) {
    Map<String, Object> model = head(account);
    List<Map<String, Object>> kept = new ArrayList<>();
    kept.add(Json.object("name", "id", "value", account));
    for (String name : span) {
      request
          .parameter(name)
          .ifPresent(value -> kept.add(Json.object("name", name, "value", value)));
    }
    model.put("scan", Scans.asks("It reads every transaction of the store", kept));
    return new Answer.Shown(model);
  }

  private static Either<Answer, Statement> found(StatementAnswer answer) {
    return answer.fold(
        found -> Either.right(found.statement()),
        absent ->
            Either.left(
                Answer.missing("NoSuchAccount", "There is no account " + absent.account() + ".")),
        fault ->
            Either.left(
                new Answer.Shown(
                    Json.object(
                        "unreadable", Json.object("id", fault.account(), "fault", fault.fault())))),
        early ->
            Either.left(
                Answer.missing(
                    "TooEarly",
                    "What account %s had at %s is not known any more, since old transactions are removed: its first balance that is known is of %s."
                        .formatted(early.account(), early.asked(), early.earliest()))));
  }

  /** Notes on a statement beside its lines, in sentences. */
  static List<String> notes(Statement statement, boolean isFromFirst, Optional<Instant> to) {
    List<String> notes = new ArrayList<>();
    StatementViews.undecided(statement).ifPresent(notes::add);
    if (isFromFirst) {
      statement.from().map(StatementViews::carried).ifPresent(notes::add);
    }
    statement
        .until()
        .filter(until -> !to.equals(Optional.of(until)))
        .map(StatementViews::inMotion)
        .ifPresent(notes::add);
    return notes.stream().map(StatementReads::sentence).toList();
  }

  /** Returns whether the figures are certain, in a sentence. */
  static String certainty(Statement statement) {
    return StatementViews.doubt(statement)
        .map(StatementReads::sentence)
        .orElse("These figures are certain.");
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }
}
