package io.twophase.embedded.query;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Equality of texts and of whole numbers: what elements of arrays are compared by. */
final class ValueMatch {

  private ValueMatch() {}

  /**
   * Nothing for types that may be equal to others, and for arrays, one of whose elements may be.
   */
  static Optional<Boolean> equal(Object value, Object wanted) {
    if (value instanceof String && wanted instanceof String) {
      return Optional.of(value.equals(wanted));
    }
    return isWhole(value) && isWhole(wanted)
        ? Optional.of(whole(value) == whole(wanted))
        : Optional.empty();
  }

  private static boolean isWhole(@Nullable Object value) {
    return value instanceof Long || value instanceof Integer;
  }

  private static long whole(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
