package io.twophase.domain;

import java.util.Currency;

/**
 * A text or number is no amount.
 *
 * <p>Then: correct the amount.
 */
public sealed interface MoneyRefusal extends Reason {

  /** The kind of all of them. */
  String KIND = "BadAmount";

  @Override
  default String kind() {
    return KIND;
  }

  /** The text is not plain decimal. */
  record NotDecimal(String text) implements MoneyRefusal {
    @Override
    public String message() {
      return Text.quoted(text) + " is not a decimal amount such as 12.34";
    }
  }

  /** The text has more fraction digits than the currency. */
  record TooManyDigits(String text, Currency currency, int digits) implements MoneyRefusal {
    @Override
    public String message() {
      return "%s has more fraction digits than %s, which has %s"
          .formatted(Text.quoted(text), currency, digits);
    }
  }

  /** The value is beyond int64 minor units. */
  record Overflow(String what, Currency currency) implements MoneyRefusal {
    @Override
    public String message() {
      Money largest = new Money(Long.MAX_VALUE, currency);
      return Text.quoted(what) + " is beyond the largest amount, " + largest;
    }
  }
}
