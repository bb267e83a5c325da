package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Names an action of an operator. The form that the operator sends carries it, so that an action
 * which is sent twice is one action.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record ActionId(String value) implements Text.Ordered<ActionId> {

  private static final String KIND = "action id";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public ActionId {
    Text.require(KIND, value);
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, ActionId> parse(String text) {
    return Text.check(KIND, text).map(ActionId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
