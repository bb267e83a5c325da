package io.twophase.domain.transaction;

import io.twophase.domain.Text;
import io.twophase.domain.TransactionId;
import io.twophase.domain.value.Value;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A transaction is one attempt of a function: each attempt has a record of its own, and the next
 * one begins only when the last one is canceled.
 *
 * @param function the id under which the function was asked for
 * @param number of the attempt, from 1 on
 * @param value the value that the function returned, if it is kept; at most {@value
 *     #MAX_VALUE_BYTES} bytes in BSON
 */
public record Attempt(TransactionId function, int number, Optional<Value> value) {

  /** The most bytes of a value in BSON. */
  public static final int MAX_VALUE_BYTES = 64 * 1024;

  /** The most characters of a function's id: the ids of its later attempts are longer. */
  public static final int MAX_FUNCTION_ID = 244;

  private static final String MARK = "~";
  private static final Pattern LATER = Pattern.compile("(?s).+" + MARK + "[0-9]+");
  private static final Pattern COUNTED =
      Pattern.compile("(?s)(.+)" + MARK + "([2-9]|[1-9][0-9]{1,8})");

  /**
   * @throws IllegalArgumentException if the id cannot be a function's, the number is below 1, or
   *     the value is too large
   */
  public Attempt {
    requireFunction(function);
    if (number < 1) {
      throw new IllegalArgumentException("attempt " + number + " of " + function);
    }
    for (Value kept : value.stream().toList()) {
      if (kept.bsonSize() > MAX_VALUE_BYTES) {
        throw new IllegalArgumentException(
            "the value of function %s has %s bytes, at most %s"
                .formatted(function, kept.bsonSize(), MAX_VALUE_BYTES));
      }
    }
  }

  /** The attempt after this one. */
  public Attempt next() {
    return new Attempt(function, number + 1, Optional.empty());
  }

  /** Returns whether both are of one function and of one number. */
  public boolean isSameAs(Attempt other) {
    return function.equals(other.function) && number == other.number;
  }

  /** This attempt without the value that the function returned. */
  Attempt withoutValue() {
    return new Attempt(function, number, Optional.empty());
  }

  /** The id of the attempt's transaction: the function's own, or {@code pay-7~2}. */
  public TransactionId id() {
    return number == 1 ? function : new TransactionId(function.value() + MARK + number);
  }

  /**
   * Tells a program by an exception that it has asked for a function under an id that no function
   * can have.
   *
   * @throws IllegalArgumentException if the id has more than {@value #MAX_FUNCTION_ID} characters,
   *     or looks like that of a second or later attempt
   */
  public static void requireFunction(TransactionId id) {
    int length = Objects.requireNonNull(id, "id").value().length();
    if (length > MAX_FUNCTION_ID) {
      throw new IllegalArgumentException(
          "function %s: its id has %s characters, at most %s: later attempts add to it"
              .formatted(id, length, MAX_FUNCTION_ID));
    }
    if (LATER.matcher(id.value()).matches()) {
      throw new IllegalArgumentException(
          "function " + id + ": an id that ends in ~ and digits is that of a later attempt");
    }
  }

  /** The attempt of which the id is, if it can be that of an attempt. */
  public static Optional<Attempt> of(TransactionId id) {
    Matcher later = COUNTED.matcher(id.value());
    boolean isLater = later.matches();
    int number = isLater ? Integer.parseInt(later.group(2)) : 1;
    return TransactionId.parse(isLater ? later.group(1) : id.value())
        .toJavaOptional()
        .filter(function -> function.value().length() <= MAX_FUNCTION_ID)
        .filter(function -> !LATER.matcher(function.value()).matches())
        .map(function -> new Attempt(function, number, Optional.empty()));
  }

  @Override
  public String toString() {
    return "attempt " + number + " of " + function;
  }

  /** At most how many bytes it takes in a record. */
  long bytes() {
    return Text.bytes(function.value())
        + value.map(returned -> Text.bytes("") + returned.bsonSize()).orElse(0L);
  }
}
