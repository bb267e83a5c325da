package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.List;

/**
 * What a guard or a pull may compare with: values for which MongoDB's comparison is the domain's
 * own. An array is not among them, for MongoDB's equality also looks into the field's arrays.
 */
final class Operands {

  private Operands() {}

  static void requireComparable(FieldPath path, Value value) {
    if (value instanceof Value.Array || !isFinite(value)) {
      throw new IllegalArgumentException(path + " cannot be compared with " + value);
    }
  }

  static void requireOrdered(FieldPath path, Value value) {
    if (!isFinite(value) || !(value.isNumber() || value instanceof Value.Date)) {
      throw new IllegalArgumentException(
          path + " cannot be at least or at most " + value + ": neither a number nor a date");
    }
  }

  /** Whether all numbers in it are finite. */
  private static boolean isFinite(Value value) {
    if (value instanceof Value.Float64 number) {
      return Double.isFinite(number.value());
    }
    if (value instanceof Value.Embedded embedded) {
      return embedded.fields().all().stream().allMatch(field -> isFinite(field.value()));
    }
    List<Value> inner = value instanceof Value.Array array ? array.values() : List.of();
    return inner.stream().allMatch(Operands::isFinite)
        && !(value instanceof Value.Other other && other.type().equals("decimal"));
  }
}
