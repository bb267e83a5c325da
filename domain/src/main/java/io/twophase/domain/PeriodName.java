package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Names an accounting period, as {@code 2026-11} does. It is the {@code _id} of the period's
 * document.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record PeriodName(String value) implements Text.Ordered<PeriodName> {

  private static final String KIND = "period";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public PeriodName {
    Text.require(KIND, value);
  }

  /** For values from outside: the name, or why the text is none. */
  public static Either<InvalidId, PeriodName> parse(String text) {
    return Text.check(KIND, text).map(PeriodName::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
