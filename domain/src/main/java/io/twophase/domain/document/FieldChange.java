package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of a transaction to one field of a document.
 *
 * @param kind what is done
 * @param path the field that it changes
 * @param value by what; null where the field is removed
 */
public record FieldChange(Kind kind, FieldPath path, Value value) {

  /** The kinds of changes of a field. */
  public enum Kind {
    /** The field has the value then, and is made if it is not there. */
    SET("set"),
    /** The field is not there then; an element of an array is null then. */
    UNSET("unset"),
    /**
     * The field, a whole number, is larger by the value then. If it is not there it is the value.
     * The sum of two numbers of 32 bits is one of 32 bits too, else it is one of 64.
     */
    INC("inc"),
    /** The field is an array with the value at its end, and is made if it is not there. */
    PUSH("push"),
    /** The field, an array, has no value then that {@linkplain Value#matches matches} this one. */
    PULL("pull");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Its name in digests, and on the wire. */
    public String word() {
      return word;
    }
  }

  /**
   * @throws IllegalArgumentException if the value that is set or pushed has a field's name that
   *     MongoDB gives a meaning, or lies deeper than MongoDB nests documents; the value to grow by
   *     is not a whole number of 32 or 64 bits; or what is pulled is an array or a regular
   *     expression, or has a number that is not finite
   */
  public FieldChange {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(value, "value");
    switch (kind) {
      case SET -> Names.require(path, value);
      case UNSET -> value = new Value.Null();
      case INC -> {
        if (value.wholeNumber().isEmpty()) {
          throw new IllegalArgumentException(
              path + " cannot grow by " + value.words() + ": no whole number");
        }
      }
      case PUSH -> Names.require(path, new Value.Array(List.of(value)));
      case PULL -> Operands.requireComparable(path, value);
    }
  }

  /** {@link Kind#SET}, of a field's path with dots between the names. */
  public static FieldChange set(String path, @Nullable Object value) {
    return of(Kind.SET, path, value);
  }

  /** {@link Kind#UNSET}, of a field's path with dots between the names. */
  public static FieldChange unset(String path) {
    return of(Kind.UNSET, path, null);
  }

  /** {@link Kind#INC} by a whole number of 32 bits, of a path with dots between the names. */
  public static FieldChange inc(String path, int by) {
    return of(Kind.INC, path, by);
  }

  /** {@link Kind#INC} by a whole number of 64 bits, of a path with dots between the names. */
  public static FieldChange inc(String path, long by) {
    return of(Kind.INC, path, by);
  }

  /** {@link Kind#PUSH}, of a field's path with dots between the names. */
  public static FieldChange push(String path, @Nullable Object value) {
    return of(Kind.PUSH, path, value);
  }

  /** {@link Kind#PULL}, of a field's path with dots between the names. */
  public static FieldChange pull(String path, @Nullable Object value) {
    return of(Kind.PULL, path, value);
  }

  /**
   * A change of a field.
   *
   * @param path with dots between the names
   * @param value what {@link Value#of} takes
   */
  private static FieldChange of(Kind kind, String path, @Nullable Object value) {
    FieldPath field = FieldPath.of(path);
    return new FieldChange(kind, field, Operands.valueFor(field, value));
  }
}
