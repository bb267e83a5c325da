package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operands of a guard or a pull: values for which MongoDB's comparison is the domain's own. An
 * array is not among them, for MongoDB's equality also looks into the field's arrays; nor a regular
 * expression, which {@code $in} takes for a pattern.
 */
final class Operands {

  private Operands() {}

  /**
   * The value of what a host gives for a field, or for an id.
   *
   * @throws IllegalArgumentException if {@link Value#of} does not take it; the message names it
   */
  static Value valueFor(Object name, @Nullable Object object) {
    try {
      return Value.of(object);
    } catch (IllegalArgumentException none) {
      throw new IllegalArgumentException(name + ": " + none.getMessage(), none);
    }
  }

  /**
   * @throws IllegalArgumentException if the field is {@code _id} or one of the protocol
   */
  static FieldPath requireHostField(FieldPath path) {
    if (path.top().equals(Names.ID) || Names.isReserved(path.top())) {
      throw new IllegalArgumentException("no guard can speak of the field " + path);
    }
    return path;
  }

  static void requireComparable(FieldPath path, Value value) {
    Names.requireDepth(path, value);
    if (!isComparable(value)) {
      throw new IllegalArgumentException(path + " cannot be compared with " + value.words());
    }
  }

  /** Refuses values that no filter finds again on every server. */
  static void requireExact(FieldPath path, Value value) {
    if (value.type().equals("regex") || value.type().equals("undefined")) {
      throw new IllegalArgumentException(path + " cannot be compared with " + value.words());
    }
  }

  static boolean isComparable(Value value) {
    return switch (value.type()) {
      case "array", "regex", "undefined" -> false;
      default -> isFinite(value);
    };
  }

  static void requireOrdered(FieldPath path, Value value) {
    if (!isFinite(value) || !(value.isNumber() || value instanceof Value.Date)) {
      throw new IllegalArgumentException(
          path + " cannot be at least or at most " + value.words() + ": no number, no date");
    }
  }

  /** Returns whether all numbers in it are finite. */
  private static boolean isFinite(Value value) {
    if (value.isNumber()) {
      return value.isFiniteNumber();
    }
    if (value instanceof Value.Embedded embedded) {
      return embedded.fields().all().stream().allMatch(field -> isFinite(field.value()));
    }
    List<Value> inner = value instanceof Value.Array array ? array.values() : List.of();
    return inner.stream().allMatch(Operands::isFinite);
  }
}
