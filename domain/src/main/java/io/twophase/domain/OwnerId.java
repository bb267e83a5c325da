package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Names one running process that works on transactions, so that others can see whether it is alive.
 * A process that is started again has another one.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record OwnerId(String value) {

  private static final String KIND = "owner id";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public OwnerId {
    Text.require(KIND, value);
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, OwnerId> parse(String text) {
    return Text.check(KIND, text).map(OwnerId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
