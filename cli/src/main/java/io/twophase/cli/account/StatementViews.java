package io.twophase.cli.account;

import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.statement.Undecided;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Statements as JSON, as a table and as rows. Those of a debit-normal account have the sign turned.
 */
final class StatementViews {

  static final List<String> COLUMNS =
      List.of(
          "bookedAt",
          "valueDate",
          "transaction",
          "reference",
          "counterAccounts",
          "debit",
          "credit",
          "amount",
          "balance",
          "currency",
          "note",
          "reverses",
          "period");

  private StatementViews() {}

  /** A balance, or the change of one. */
  private static String shown(Opening account, BigInteger minor) {
    BigInteger turned = account.normal() == Direction.DEBIT ? minor.negate() : minor;
    return Money.toDecimal(turned, account.balance().currency());
  }

  private static String moved(Statement statement, Posting posting) {
    return shown(statement.account(), BigInteger.valueOf(posting.effect()));
  }

  /** What was moved, if it was that way; else empty. */
  private static String moved(Statement statement, Posting posting, Direction direction) {
    return posting.direction() == direction
        ? Money.toDecimal(
            BigInteger.valueOf(posting.amount()), statement.account().balance().currency())
        : "";
  }

  /** The day of its decision, at UTC. */
  private static LocalDate bookingDate(Posting posting) {
    return LocalDate.ofInstant(posting.position().decidedAt(), ZoneOffset.UTC);
  }

  /** From which day on it counts: what the metadata say, if that is a day; else the booking's. */
  private static LocalDate valueDate(Posting posting) {
    String said = posting.labels().metadata().get(Posting.VALUE_DATE);
    try {
      return said == null ? bookingDate(posting) : LocalDate.parse(said);
    } catch (DateTimeException noDay) {
      return bookingDate(posting);
    }
  }

  private static String counters(Posting posting) {
    return posting.counterAccounts().stream()
        .map(AccountId::value)
        .collect(Collectors.joining(" "));
  }

  static String opening(Statement statement) {
    return shown(statement.account(), statement.opening());
  }

  static String closing(Statement statement) {
    return shown(statement.account(), statement.closing());
  }

  /**
   * For machines.
   *
   * @param page the lines that are shown, with the balances before and after them
   */
  static Map<String, Object> json(Statement statement, Statement page) {
    boolean isPage = page.lines().size() < statement.lines().size();
    Undecided undecided = statement.undecided();
    Opening account = statement.account();
    return Json.object(
        "account", account.id().value(),
        "currency", account.balance().currency().getCurrencyCode(),
        "normal", Views.lower(account.normal()),
        "from", statement.from().map(Object::toString).getOrNull(),
        "until", statement.until().map(Object::toString).getOrNull(),
        "certain", statement.certainty() == Statement.Certainty.CERTAIN,
        "certainty", Views.lower(statement.certainty()),
        "opening", opening(statement),
        "closing", closing(statement),
        "before", isPage ? opening(page) : null,
        "after", isPage ? closing(page) : null,
        "lines", page.lines().stream().map(line -> json(statement, line)).toList(),
        "undecided",
            Json.object(
                "holds", undecided.holds(),
                "debits", Money.toDecimal(undecided.debits(), account.balance().currency()),
                "credits", Money.toDecimal(undecided.credits(), account.balance().currency())));
  }

  private static Map<String, Object> json(Statement statement, Statement.Line line) {
    Posting posting = line.posting();
    return Json.object(
        "bookedAt", posting.position().decidedAt().toString(),
        "bookingDate", bookingDate(posting).toString(),
        "valueDate", valueDate(posting).toString(),
        "transaction", posting.transaction().value(),
        "direction", Views.lower(posting.direction()),
        "amount", moved(statement, posting),
        "balance", shown(statement.account(), line.balance()),
        "counterAccounts", posting.counterAccounts().stream().map(AccountId::value).toList(),
        "reference", posting.labels().reference().getOrNull(),
        "metadata", posting.labels().metadata(),
        "note", posting.note().getOrNull(),
        "reverses", posting.reverses().map(Object::toString).getOrNull(),
        "period", posting.period().map(Object::toString).getOrNull(),
        "begunAt", posting.begunAt().toString());
  }

  /** The cells of a line, in the order of the columns. */
  static List<String> row(Statement statement, Statement.Line line) {
    Posting posting = line.posting();
    return List.of(
        posting.position().decidedAt().toString(),
        valueDate(posting).toString(),
        posting.transaction().value(),
        posting.labels().reference().getOrElse(""),
        counters(posting),
        moved(statement, posting, Direction.DEBIT),
        moved(statement, posting, Direction.CREDIT),
        moved(statement, posting),
        shown(statement.account(), line.balance()),
        statement.account().balance().currency().getCurrencyCode(),
        posting.note().getOrElse(""),
        posting.reverses().map(Object::toString).getOrElse(""),
        posting.period().map(Object::toString).getOrElse(""));
  }

  /**
   * For people.
   *
   * @param page the lines that are shown, with the balances before and after them
   */
  static String text(Statement statement, Statement page) {
    List<Statement.Line> all = statement.lines();
    List<Statement.Line> some = page.lines();
    boolean isFirst = all.isEmpty() || (!some.isEmpty() && some.get(0).equals(all.get(0)));
    boolean isLast =
        all.isEmpty()
            || some.isEmpty()
            || some.get(some.size() - 1).equals(all.get(all.size() - 1));
    Tables table = new Tables("BOOKED", "TRANSACTION", "REFERENCE", "COUNTER", "AMOUNT", "BALANCE");
    String before = isFirst ? "opening balance" : "balance before";
    table.add("", before, "", "", "", opening(page));
    for (Statement.Line line : some) {
      Posting posting = line.posting();
      table.add(
          posting.position().decidedAt().toString(),
          posting.transaction().value(),
          posting.labels().reference().getOrElse(""),
          counters(posting),
          moved(statement, posting),
          shown(statement.account(), line.balance()));
    }
    table.add("", isLast ? "closing balance" : "balance so far", "", "", "", closing(page));
    return table.toString();
  }

  /** What the lines do not have; empty if that is nothing. */
  static String undecided(Statement statement) {
    Undecided undecided = statement.undecided();
    java.util.Currency currency = statement.account().balance().currency();
    return undecided.holds() == 0
        ? ""
        : "not on it, since it is held and not decided: debits of up to "
            + Money.toDecimal(undecided.debits(), currency)
            + " and credits of up to "
            + Money.toDecimal(undecided.credits(), currency)
            + ", by "
            + (undecided.holds() == 1 ? "1 hold" : undecided.holds() + " holds");
  }

  /** Why there is nothing of before. */
  static String carried(Instant earliest) {
    return "old transactions are removed: what was decided before "
        + earliest
        + " is in the opening balance";
  }

  /** Why the figures are not certain; empty if they are. */
  static String doubt(Statement statement) {
    return switch (statement.certainty()) {
      case CERTAIN -> "";
      case RECORDS_MAY_BE_MISSING ->
          "the store removes finished records after a time: lines may be missing, and these"
              + " balances are not certain";
      case RECORD_UNREADABLE ->
          "a transaction cannot be read: a line may be missing, and these balances are not certain;"
              + " audit names it";
      case DIFFERS ->
          "the lines do not add up to what the account has: something is missing, or was changed"
              + " from outside; audit says more";
    };
  }
}
