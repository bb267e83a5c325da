package io.twophase.domain;

import io.vavr.control.Either;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Currency;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * An exact amount.
 *
 * @param minor in minor units of the currency (cents of USD, yen of JPY), any int64
 * @param currency an ISO 4217 currency; one without minor units, such as XXX, counts whole units
 */
public record Money(long minor, Currency currency) {

  /** Longest decimal text read: an int64 needs 20 characters, leading zeros are a nuisance. */
  private static final int MAX_TEXT = 40;

  private static final Pattern PLAIN = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  /**
   * @throws NullPointerException if the currency is missing
   */
  public Money {
    Objects.requireNonNull(currency, "currency");
  }

  /** Nothing, in {@code currency}. */
  public static Money zero(Currency currency) {
    return new Money(0, currency);
  }

  /**
   * Reads plain decimal text such as {@code 12.3} or {@code -5}: no exponent, no grouping, no sign
   * but a leading minus. More fraction digits than the currency has are refused, never rounded.
   */
  public static Either<MoneyRefusal, Money> parse(String text, Currency currency) {
    Objects.requireNonNull(currency, "currency");
    if (Objects.requireNonNull(text, "text").length() > MAX_TEXT
        || !PLAIN.matcher(text).matches()) {
      return Either.left(new MoneyRefusal.NotDecimal(text));
    }
    BigDecimal value = new BigDecimal(text);
    if (value.scale() > fractionDigits(currency)) {
      return Either.left(new MoneyRefusal.TooManyDigits(text, currency, fractionDigits(currency)));
    }
    try {
      return Either.right(
          new Money(value.movePointRight(fractionDigits(currency)).longValueExact(), currency));
    } catch (ArithmeticException beyondInt64) {
      return Either.left(new MoneyRefusal.Overflow(text, currency));
    }
  }

  /**
   * Returns how many fraction digits amounts of {@code currency} have; 0 where ISO 4217 names none.
   */
  public static int fractionDigits(Currency currency) {
    return Math.max(0, currency.getDefaultFractionDigits());
  }

  /** Returns whether this is more than nothing. */
  public boolean isPositive() {
    return minor > 0;
  }

  /** Decimal text with all the currency's fraction digits, which {@link #parse} reads back. */
  public String toDecimal() {
    return toDecimal(BigInteger.valueOf(minor), currency);
  }

  /** The decimal text of a number of minor units that may be beyond int64, such as a total. */
  public static String toDecimal(BigInteger minor, Currency currency) {
    return new BigDecimal(minor, fractionDigits(currency)).toPlainString();
  }

  @Override
  public String toString() {
    return toDecimal() + " " + currency.getCurrencyCode();
  }
}
