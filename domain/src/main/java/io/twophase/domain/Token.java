package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Says who won a claim or a take-over when the answer was lost: unique to one worker's run.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record Token(String value) {

  private static final String KIND = "token";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public Token {
    Text.require(KIND, value);
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, Token> parse(String text) {
    return Text.check(KIND, text).map(Token::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
