package io.twophase.cli.view;

import io.twophase.app.transfer.Order;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Moments;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.MoneyRefusal;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** From the texts of a command line to what they mean, or one line that says why not. */
public final class Arguments {

  /** The currency of an amount if nothing else names it. */
  public static final Currency DEFAULT_CURRENCY = Currency.getInstance("USD");

  private Arguments() {}

  public static AccountId accountId(String text) {
    return parsed(AccountId.parse(text));
  }

  public static TransactionId transactionId(String text) {
    return parsed(TransactionId.parse(text));
  }

  /** Returns who approves an authorization. */
  public static ApproverName approver(String text) {
    return parsed(ApproverName.parse(text));
  }

  /** An accounting period. */
  public static PeriodName period(String text) {
    return parsed(PeriodName.parse(text));
  }

  /** A head of the tree of evidence. */
  public static TreeHead head(String text) {
    return parsed(
        TreeHead.parse(text),
        "'%s' is no head: SIZE:ROOT, of 64 hexadecimal digits".formatted(Lines.value(text)));
  }

  /** A value, or the failure that says why the text is none. */
  public static <T> T parsed(Either<? extends Reason, T> parsed) {
    return CommandFailure.parsed(parsed, why -> why);
  }

  /** A value, or the failure that says {@code otherwise} why the text is none. */
  public static <T> T parsed(Optional<T> parsed, String otherwise) {
    return parsed.orElseThrow(() -> CommandFailure.badInput(otherwise));
  }

  /** The entries of an option that has {@code K=V} once for each, in their order. */
  public static Map<String, String> entries(String option, List<String> texts) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      CommandFailure.badInputIf(equals < 0, option + " '" + Lines.value(text) + "' is no K=V");
      String key = text.substring(0, equals);
      CommandFailure.badInputIf(
          entries.put(key, text.substring(equals + 1)) != null,
          option + " '" + Lines.value(key) + "' is given twice");
    }
    return entries;
  }

  /** Refuses a limit that is below one, or above the most. */
  public static void requireLimit(int limit, int most) {
    CommandFailure.badInputIf(
        limit < 1 || limit > most, "limit %s is not within 1 to %s".formatted(limit, most));
  }

  /** A moment: an ISO 8601 instant, or a day, which begins at midnight UTC. */
  public static Instant moment(String option, String text) {
    return parsed(
        Moments.parse(text),
        "%s '%s' is neither a day such as 2026-11-01 nor a moment such as 2026-11-01T08:00:00Z"
            .formatted(option, Lines.value(text)));
  }

  public static Money amount(String what, String text, Currency currency) {
    return Money.parse(text, currency).getOrElseThrow(refusal -> noAmount(what, refusal));
  }

  private static CommandFailure noAmount(String what, MoneyRefusal refusal) {
    return CommandFailure.badInput(refusal.kind(), what + " " + refusal.message());
  }

  /**
   * An amount above zero, in this currency.
   *
   * @throws CommandFailure if the text is none
   */
  public static Money positive(String text, Currency currency) {
    Money money = amount("amount", text, currency);
    requirePositive(text, money);
    return money;
  }

  /** Refuses an amount that is wrong in any currency, before a store is opened. */
  public static void requirePositiveDecimal(String text) {
    Money.parse(text, DEFAULT_CURRENCY)
        .peek(money -> requirePositive(text, money))
        .peekLeft(
            refusal -> {
              if (refusal instanceof MoneyRefusal.NotDecimal) {
                throw noAmount("amount", refusal);
              }
            });
  }

  private static void requirePositive(String text, Money money) {
    CommandFailure.badInputIf(!money.isPositive(), "amount '" + text + "' must be above zero");
  }

  /** The meaning of a text that must be one of two words, in upper or lower case. */
  public static <T> T either(
      String what, String text, String one, T ofOne, String other, T ofOther) {
    if (text.equalsIgnoreCase(one)) {
      return ofOne;
    } else if (text.equalsIgnoreCase(other)) {
      return ofOther;
    }
    throw CommandFailure.badInput(
        "%s '%s' is neither %s nor %s".formatted(what, Lines.value(text), one, other));
  }

  /** Returns the order of transactions that the text names: that of the file, or any. */
  public static Order order(String text) {
    return either("--order", text, "file", Order.AS_GIVEN, "any", Order.ANY);
  }

  /** The side that makes an account's balance greater. */
  public static Direction direction(String what, String text) {
    return either(what, text, "debit", Direction.DEBIT, "credit", Direction.CREDIT);
  }

  /** The currency of this ISO 4217 code, in upper or lower case. */
  public static Optional<Currency> findCurrency(String code) {
    try {
      return Optional.of(Currency.getInstance(code.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  public static Currency currency(String code) {
    return parsed(findCurrency(code), "currency '" + code + "' is not an ISO 4217 code");
  }
}
