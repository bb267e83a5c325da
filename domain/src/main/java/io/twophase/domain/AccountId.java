package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Names an account, in its repository once.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record AccountId(String value) implements Text.Ordered<AccountId> {

  private static final String KIND = "account id";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public AccountId {
    Text.require(KIND, value);
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, AccountId> parse(String text) {
    return Text.check(KIND, text).map(AccountId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
