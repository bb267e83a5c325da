package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Names the application whose process drives a transaction, for operators and for recovery.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record ApplicationName(String value) {

  private static final String KIND = "application name";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public ApplicationName {
    Text.require(KIND, value);
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, ApplicationName> parse(String text) {
    return Text.check(KIND, text).map(ApplicationName::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
