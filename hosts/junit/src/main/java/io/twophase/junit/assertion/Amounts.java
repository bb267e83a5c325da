package io.twophase.junit.assertion;

import io.twophase.domain.Money;
import java.util.Currency;

/** Amounts as tests write them. */
final class Amounts {

  private Amounts() {}

  /**
   * The amount that a text says.
   *
   * @throws IllegalArgumentException if it says none in that currency: a fault of the test
   */
  static Money of(String decimal, Currency currency) {
    return Money.parse(decimal, currency)
        .getOrElseThrow(refusal -> new IllegalArgumentException(refusal.message()));
  }
}
