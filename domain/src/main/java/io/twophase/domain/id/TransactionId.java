package io.twophase.domain.id;

import io.vavr.control.Either;

/**
 * Names a transaction. Chosen by the caller, it makes asking twice harmless: one id, one answer.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record TransactionId(String value) implements Comparable<TransactionId> {

  private static final String KIND = "transaction id";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public TransactionId {
    Text.require(KIND, value);
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, TransactionId> parse(String text) {
    return Text.check(KIND, text).map(TransactionId::new);
  }

  /** By Unicode code point, as a server sorts strings bytewise. */
  @Override
  public int compareTo(TransactionId other) {
    return Text.compare(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
