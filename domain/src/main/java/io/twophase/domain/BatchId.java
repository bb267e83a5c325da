package io.twophase.domain;

import io.vavr.control.Either;

/**
 * Names a batch: one transaction of many transfers. Batches and lone transactions are kept in one
 * collection, so a batch's name begins with {@link #PREFIX}, which is reserved.
 *
 * @param value {@link #PREFIX} and more; at most 255 characters, no control characters, no white
 *     space at the end
 */
public record BatchId(String value) implements Comparable<BatchId> {

  /** The beginning of every name of a batch, and of no other id. */
  public static final String PREFIX = "batch:";

  private static final String KIND = "batch id";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public BatchId {
    Text.require(KIND, value);
    if (!isReserved(value) || value.length() == PREFIX.length()) {
      throw new IllegalArgumentException(
          "batch id \"" + value + "\" is not " + PREFIX + " and a name");
    }
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, BatchId> parse(String text) {
    return Text.check(KIND, text)
        .flatMap(
            checked ->
                isReserved(checked) && checked.length() > PREFIX.length()
                    ? Either.right(new BatchId(checked))
                    : Either.left(
                        new InvalidId(KIND, checked, "is not " + PREFIX + " and a name")));
  }

  /** Returns whether an id is one that only a batch may have. */
  public static boolean isReserved(String id) {
    return id.startsWith(PREFIX);
  }

  /** By Unicode code point, as a server sorts strings bytewise. */
  @Override
  public int compareTo(BatchId other) {
    return Text.compare(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
