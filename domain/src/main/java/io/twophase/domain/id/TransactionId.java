package io.twophase.domain.id;

import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a transaction. Chosen by the caller, it makes asking twice harmless: one id, one answer.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record TransactionId(String value) implements Comparable<TransactionId> {

  private static final String KIND = "transaction id";
  private static final Pattern REVERSAL = Pattern.compile("(.+):reversal(?::[0-9]+)?");

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

  /**
   * The id of a try at the reversal of this transaction; none if it would be too long for an id.
   *
   * @param attempt counted from 1
   */
  public Option<TransactionId> reversal(int attempt) {
    return parse(value + ":reversal" + (attempt == 1 ? "" : ":" + attempt)).toOption();
  }

  /** The transaction at whose reversal this would be a try, by its id alone. */
  public Option<TransactionId> reversed() {
    Matcher reversal = REVERSAL.matcher(value);
    return reversal.matches() ? parse(reversal.group(1)).toOption() : Option.none();
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
