package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Says why an operator has an action done, in the operator's own words.
 *
 * @param value 1 to {@value #MAX_LENGTH} characters, no control characters, no white space at
 *     either end
 */
public record ActionReason(String value) {

  /** The most characters, in UTF-16 units. */
  public static final int MAX_LENGTH = 500;

  private static final String KIND = "reason";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public ActionReason {
    Text.require(KIND, value, MAX_LENGTH);
  }

  /** For values from outside: the value, or why the text is none. */
  public static Either<InvalidId, ActionReason> parse(String text) {
    return Text.check(KIND, text, MAX_LENGTH).map(ActionReason::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
