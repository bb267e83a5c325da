package io.twophase.app.cli;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.InvalidId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.Locale;

/** From the texts of a command line to what they mean, or one line that says why not. */
final class Arguments {

  /** Where nothing else says what an amount is in. */
  static final Currency DEFAULT_CURRENCY = Currency.getInstance("USD");

  private Arguments() {}

  static AccountId accountId(String text) {
    return id(AccountId.parse(text));
  }

  static TransactionId transactionId(String text) {
    return id(TransactionId.parse(text));
  }

  private static <T> T id(Either<InvalidId, T> parsed) {
    return parsed.getOrElseThrow(invalid -> CommandFailure.badInput(invalid.message()));
  }

  static Money amount(String what, String text, Currency currency) {
    return Money.parse(text, currency)
        .getOrElseThrow(refusal -> CommandFailure.badInput(what + " " + refusal.message()));
  }

  /** The currency of this ISO 4217 code, in upper or lower case. */
  static Option<Currency> findCurrency(String code) {
    try {
      return Option.some(Currency.getInstance(code.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException none) {
      return Option.none();
    }
  }

  static Currency currency(String code) {
    return findCurrency(code)
        .getOrElseThrow(
            () -> CommandFailure.badInput("currency '" + code + "' is not an ISO 4217 code"));
  }
}
