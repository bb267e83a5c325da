package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Names who reads the events: a position is kept for each name.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record ConsumerName(String value) implements Text.Ordered<ConsumerName> {

  private static final String KIND = "consumer";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public ConsumerName {
    Text.require(KIND, value);
  }

  /** For values from outside: the name, or why the text is none. */
  public static Either<InvalidId, ConsumerName> parse(String text) {
    return Text.check(KIND, text).map(ConsumerName::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
