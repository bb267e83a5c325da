package io.twophase.domain.transaction;

import io.twophase.domain.TransactionId;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.util.Objects;

/**
 * A transaction is one attempt of a function: each attempt has a record of its own, and the next
 * one begins only when the last one is canceled.
 *
 * @param function the id under which the function was asked for
 * @param number of the attempt, from 1 on
 * @param value the value that the function returned, if it is kept; at most {@value
 *     #MAX_VALUE_BYTES} bytes in BSON
 */
public record Attempt(TransactionId function, int number, Option<Value> value) {

  /** The most bytes of a value in BSON. */
  public static final int MAX_VALUE_BYTES = 64 * 1024;

  private static final String MARK = "~";

  /**
   * @throws IllegalArgumentException if the number is below 1, or the value is too large
   */
  public Attempt {
    Objects.requireNonNull(function, "function");
    if (number < 1) {
      throw new IllegalArgumentException("attempt " + number + " of " + function);
    }
    for (Value kept : value) {
      if (kept.bsonSize() > MAX_VALUE_BYTES) {
        throw new IllegalArgumentException(
            "the value of function "
                + function
                + " has "
                + kept.bsonSize()
                + " bytes, at most "
                + MAX_VALUE_BYTES);
      }
    }
  }

  /** The id of the attempt's transaction: the function's own, or {@code pay-7~2}. */
  public TransactionId id() {
    return id(function, number);
  }

  /**
   * The id of a function's attempt.
   *
   * @throws IllegalArgumentException if the id would be too long
   */
  public static TransactionId id(TransactionId function, int number) {
    return number == 1 ? function : new TransactionId(function.value() + MARK + number);
  }

  /** Whether the id looks like that of a second or later attempt: no function may have it. */
  public static boolean isLater(TransactionId id) {
    int at = id.value().lastIndexOf(MARK);
    String number = id.value().substring(at + 1);
    return at > 0
        && !number.isEmpty()
        && number.chars().allMatch(each -> each >= '0' && each <= '9');
  }
}
