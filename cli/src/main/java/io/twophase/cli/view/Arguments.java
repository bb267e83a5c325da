package io.twophase.cli.view;

import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.InvalidId;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.operation.Direction;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Currency;
import java.util.Locale;

/** From the texts of a command line to what they mean, or one line that says why not. */
public final class Arguments {

  /** Where nothing else says what an amount is in. */
  public static final Currency DEFAULT_CURRENCY = Currency.getInstance("USD");

  private Arguments() {}

  public static AccountId accountId(String text) {
    return id(AccountId.parse(text));
  }

  public static TransactionId transactionId(String text) {
    return id(TransactionId.parse(text));
  }

  /** Who approves an authorization. */
  public static ApproverName approver(String text) {
    return id(ApproverName.parse(text));
  }

  /** An accounting period. */
  public static PeriodName period(String text) {
    return id(PeriodName.parse(text));
  }

  /** A head of the tree of evidence. */
  public static TreeHead head(String text) {
    return TreeHead.parse(text)
        .getOrElseThrow(
            () ->
                CommandFailure.badInput(
                    "'" + Lines.value(text) + "' is no head: SIZE:ROOT, of 64 hexadecimal digits"));
  }

  private static <T> T id(Either<InvalidId, T> parsed) {
    return parsed.getOrElseThrow(invalid -> CommandFailure.badInput(invalid.message()));
  }

  /** A moment: an ISO 8601 instant, or a day, which begins at midnight UTC. */
  public static Instant moment(String option, String text) {
    try {
      return text.indexOf('T') < 0
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException none) {
      throw CommandFailure.badInput(
          option
              + " '"
              + Lines.value(text)
              + "' is neither a day such as 2026-11-01 nor a moment such as 2026-11-01T08:00:00Z");
    }
  }

  public static Money amount(String what, String text, Currency currency) {
    return Money.parse(text, currency)
        .getOrElseThrow(refusal -> CommandFailure.badInput(what + " " + refusal.message()));
  }

  /** The direction that raises an account's balance as people see it. */
  public static Direction normal(String what, String text) {
    return findNormal(text)
        .getOrElseThrow(
            () -> CommandFailure.badInput(what + " '" + text + "' is neither debit nor credit"));
  }

  /** The direction of that name, in upper or lower case. */
  public static Option<Direction> findNormal(String text) {
    return Option.ofOptional(
        Arrays.stream(Direction.values())
            .filter(direction -> direction.name().equalsIgnoreCase(text))
            .findFirst());
  }

  /** The currency of this ISO 4217 code, in upper or lower case. */
  public static Option<Currency> findCurrency(String code) {
    try {
      return Option.some(Currency.getInstance(code.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException none) {
      return Option.none();
    }
  }

  public static Currency currency(String code) {
    return findCurrency(code)
        .getOrElseThrow(
            () -> CommandFailure.badInput("currency '" + code + "' is not an ISO 4217 code"));
  }
}
