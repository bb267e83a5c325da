package io.twophase.console.view;

import io.twophase.app.statement.Statements;
import io.twophase.domain.account.Opening;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.statement.Undecided;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Statements as JSON and as rows. Amounts of a debit-normal account have the sign turned. */
public final class StatementViews {

  /** The names of the cells of a row. */
  public static final String[] COLUMNS =
      ("bookedAt valueDate transaction reference counterAccounts debit credit amount balance"
              + " currency note reverses period")
          .split(" ", -1);

  private StatementViews() {}

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

  /** The balance before the first line. */
  public static String opening(Statement statement) {
    return statement.account().shown(statement.opening()).toDecimal();
  }

  /** The balance after the last line. */
  public static String closing(Statement statement) {
    return statement.account().shown(statement.closing()).toDecimal();
  }

  /**
   * The balance of a statement that ends at a moment, for machines.
   *
   * @param asked the moment
   */
  public static Map<String, Object> balance(Statement statement, Instant asked) {
    return Json.object(
        "id", statement.account().id(),
        "currency", statement.account().balance().currency(),
        "at", statement.until().orElse(asked),
        "balance", closing(statement),
        "certain", statement.certainty() == Statement.Certainty.CERTAIN,
        "certainty", statement.certainty());
  }

  /**
   * For machines.
   *
   * @param page the lines that are shown, with the balances before and after them
   */
  public static Map<String, Object> json(Statement statement, Statement page) {
    boolean isPage = page.lines().size() < statement.lines().size();
    Undecided undecided = statement.undecided();
    Opening account = statement.account();
    return Json.object(
        "account", account.id(),
        "currency", account.balance().currency(),
        "normal", account.normal(),
        "from", statement.from(),
        "until", statement.until(),
        "certain", statement.certainty() == Statement.Certainty.CERTAIN,
        "certainty", statement.certainty(),
        "opening", opening(statement),
        "closing", closing(statement),
        "before", isPage ? opening(page) : null,
        "after", isPage ? closing(page) : null,
        "lines", page.lines().stream().map(line -> json(statement, line)).toList(),
        "undecided",
            Json.object(
                "holds", undecided.holds(),
                "debits", undecided.debits().toDecimal(),
                "credits", undecided.credits().toDecimal()));
  }

  /** A line, for machines. */
  public static Map<String, Object> json(Statement statement, Statement.Line line) {
    Posting posting = line.posting();
    return Json.object(
        "bookedAt", posting.position().decidedAt(),
        "bookingDate", bookingDate(posting),
        "valueDate", valueDate(posting),
        "transaction", posting.transaction(),
        "direction", posting.direction(),
        "amount", statement.account().shown(posting.effect()).toDecimal(),
        "balance", statement.account().shown(line.balance()).toDecimal(),
        "counterAccounts", posting.counterAccounts(),
        "reference", posting.labels().reference(),
        "metadata", posting.labels().metadata(),
        "note", posting.note(),
        "reverses", posting.reverses(),
        "period", posting.period(),
        "begunAt", posting.begunAt());
  }

  /** The cells of a line, in the order of the columns. */
  public static String[] row(Statement statement, Statement.Line line) {
    Map<String, Object> json = json(statement, line);
    json.put("currency", statement.account().balance().currency().getCurrencyCode());
    json.put(Json.lower(line.posting().direction()), line.posting().amount().toDecimal());
    return Json.cells(json, COLUMNS);
  }

  /** Notes what the lines do not have of the span that is asked for. */
  public static List<String> notes(
      Statement statement, Optional<Instant> from, Optional<Instant> to) {
    Optional<Instant> earliest = statement.from().filter(any -> from.isEmpty());
    Optional<Instant> end = statement.until().filter(until -> !to.equals(Optional.of(until)));
    return Stream.of(
            undecided(statement),
            earliest.map(StatementViews::carried),
            end.map(StatementViews::inMotion))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns what is held, and not decided. */
  private static Optional<String> undecided(Statement statement) {
    Undecided undecided = statement.undecided();
    return undecided.holds() > 0
        ? Optional.of(
            "not on it, since it is held and not decided: debits of up to %s and credits of up to %s,"
                    .formatted(undecided.debits().toDecimal(), undecided.credits().toDecimal())
                + " by "
                + undecided.holds()
                + (undecided.holds() == 1 ? " hold" : " holds"))
        : Optional.empty();
  }

  /** Why there is nothing of before. */
  private static String carried(Instant earliest) {
    return "old transactions are removed: what was decided before %s is in the opening balance"
        .formatted(earliest);
  }

  /** Why there is nothing of the last seconds. */
  private static String inMotion(Instant until) {
    return "the account is in motion: the statement ends before %s, %s s before now"
        .formatted(until, Statements.MARGIN.toSeconds());
  }

  /** Why the figures are not certain, if they are not. */
  public static Optional<String> doubt(Statement statement) {
    return switch (statement.certainty()) {
      case CERTAIN -> Optional.empty();
      case RECORDS_MAY_BE_MISSING ->
          Optional.of(
              "the store removes finished records after a time: lines may be missing, and these"
                  + " balances are not certain");
      case RECORD_UNREADABLE ->
          Optional.of(
              "a transaction cannot be read: a line may be missing, and these balances are not"
                  + " certain; audit names it");
      case DIFFERS ->
          Optional.of(
              "the lines do not add up to what the account has: something is missing, or was"
                  + " changed from outside; audit says more");
    };
  }
}
