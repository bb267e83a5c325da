package io.twophase.app.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on a field of its own: equality of texts and of whole numbers, bounds of whole
 * numbers, and whether a value is an int64 or an array.
 */
final class ValueMatch {

  private static final int ARRAY = 4;
  private static final int INT64 = 18;

  private ValueMatch() {}

  /** Nothing where it is for the matcher to say. */
  static Optional<Boolean> answer(Document document, String field, @Nullable Object condition) {
    Object value = document.get(field);
    if (value == null || condition == null) {
      return Optional.empty();
    }
    return condition instanceof Document operators
        ? ofOperators(value, operators)
        : equal(value, condition);
  }

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

  private static Optional<Boolean> ofOperators(Object value, Document operators) {
    if (operators.isEmpty()) {
      return Optional.empty();
    }
    boolean all = true;
    for (Entry<String, Object> operator : operators.entrySet()) {
      Optional<Boolean> answer = ofOperator(value, operator.getKey(), operator.getValue());
      if (answer.isEmpty()) {
        return answer;
      }
      all &= answer.get();
    }
    return Optional.of(all);
  }

  private static Optional<Boolean> ofOperator(
      Object value, String operator, @Nullable Object operand) {
    return switch (operator) {
      case "$type" -> ofType(value, operand);
      case "$gte" ->
          isWhole(value) && isWhole(operand)
              ? Optional.of(whole(value) >= whole(operand))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> ofType(Object value, @Nullable Object type) {
    boolean known =
        isWhole(type)
            && ((whole(type) == INT64 && value instanceof Long)
                || (whole(type) == ARRAY && value instanceof List<?>));
    return known ? Optional.of(true) : Optional.empty();
  }

  private static boolean isWhole(@Nullable Object value) {
    return value instanceof Long || value instanceof Integer;
  }

  private static long whole(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
