package io.twophase.domain;

import io.vavr.control.Either;
import java.util.Optional;

/**
 * Names a transaction. Chosen by the caller, it makes asking twice harmless: one id, one answer.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record TransactionId(String value) implements Comparable<TransactionId> {

  private static final String KIND = "transaction id";
  private static final String REVERSAL = ":reversal";

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

  /** Returns whether only a batch may have the id: then it is no caller's. */
  public boolean isReserved() {
    return value.startsWith(BatchId.PREFIX);
  }

  /**
   * The id of a try at the reversal of this transaction; none if it would be too long for an id.
   *
   * @param attempt counted from 1
   */
  public Optional<TransactionId> reversal(int attempt) {
    return Eithers.right(parse(value + REVERSAL + (attempt == 1 ? "" : ":" + attempt)));
  }

  /** The transaction at whose reversal this would be a try, by its id alone. */
  public Optional<TransactionId> reversed() {
    int at = value.lastIndexOf(REVERSAL);
    return at > 0 && isAttempt(value.substring(at + REVERSAL.length()))
        ? Eithers.right(parse(value.substring(0, at)))
        : Optional.empty();
  }

  private static boolean isAttempt(String text) {
    return text.isEmpty()
        || (text.length() > 1
            && text.charAt(0) == ':'
            && text.chars().skip(1).allMatch(each -> each >= '0' && each <= '9'));
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
