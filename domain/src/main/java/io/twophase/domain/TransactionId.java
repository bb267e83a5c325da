package io.twophase.domain;

import io.vavr.control.Either;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a transaction. Chosen by the caller, it makes asking twice harmless: one id, one answer.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record TransactionId(String value) implements Text.Ordered<TransactionId> {

  /**
   * The beginning of every id of a batch, and of no other id: batches and lone transactions are
   * kept in one collection.
   */
  public static final String BATCH_PREFIX = "batch:";

  private static final String KIND = "transaction id";
  private static final String REVERSAL = ":reversal";
  private static final String SHORT = ":r";
  private static final Pattern IS_REVERSAL =
      Pattern.compile("(?s)(.+)(" + REVERSAL + "(:[0-9]+)?|" + SHORT + ":[0-9]+)");

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
    return value.startsWith(BATCH_PREFIX);
  }

  /**
   * The id of a try at the reversal of this transaction; none if it would be too long for an id.
   * Later tries have a shorter suffix if only that fits: hundreds of thousands of them do, if the
   * first does.
   *
   * @param attempt counted from 1
   */
  public Optional<TransactionId> reversal(int attempt) {
    String number = attempt == 1 ? "" : ":" + attempt;
    Either<InvalidId, TransactionId> id = parse(value + REVERSAL + number);
    return (attempt == 1 ? id : id.orElse(() -> parse(value + SHORT + number))).toJavaOptional();
  }

  /** The transaction at whose reversal this would be a try, by its id alone. */
  public Optional<TransactionId> reversed() {
    Matcher reversal = IS_REVERSAL.matcher(value);
    // the short suffix is of an id that would be too long with the other one
    return reversal.matches()
            && (reversal.group(2).startsWith(REVERSAL)
                || value.length() - SHORT.length() + REVERSAL.length() > Text.MAX_LENGTH)
        ? parse(reversal.group(1)).toJavaOptional()
        : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
