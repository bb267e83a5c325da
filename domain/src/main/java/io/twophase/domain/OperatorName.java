package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Names the person, or the program, that has an action done. Only the host knows whether a caller
 * is the one that the name says.
 *
 * @param value 1 to {@value #MAX_LENGTH} characters, no control characters, no white space at
 *     either end
 */
public record OperatorName(String value) {

  /** The most characters, in UTF-16 units. */
  public static final int MAX_LENGTH = 100;

  private static final String KIND = "operator";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public OperatorName {
    Text.require(KIND, value, MAX_LENGTH);
  }

  /** For values from outside: the value, or why the text is none. */
  public static Either<InvalidId, OperatorName> parse(String text) {
    return Text.check(KIND, text, MAX_LENGTH).map(OperatorName::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
