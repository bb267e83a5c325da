package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares values as MongoDB does. The library compares decimals as doubles, which call many of
 * them equal, and doubles with an int64 without what comes after the point.
 */
final class ExactValues {

  private ExactValues() {}

  /** Returns whether two values are equal: numbers of whatever types, documents in their order. */
  static boolean areEqual(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Number number && other instanceof Number another) {
      return compare(number, another) == 0;
    }
    if (one instanceof Document document && other instanceof Document another) {
      return areEqual(List.copyOf(document.keySet()), List.copyOf(another.keySet()))
          && areEqual(new ArrayList<>(document.values()), new ArrayList<>(another.values()));
    }
    if (one instanceof List<?> list && other instanceof List<?> another) {
      return list.size() == another.size()
          && IntStream.range(0, list.size())
              .allMatch(at -> areEqual(list.get(at), another.get(at)));
    }
    return Objects.equals(one, other);
  }

  /** Returns whether a value is a whole number, of int32 or int64. */
  static boolean isWhole(@Nullable Object value) {
    return value instanceof Long || value instanceof Integer;
  }

  private static int compare(Number one, Number other) {
    return isFinite(one) && isFinite(other)
        ? decimal(one).compareTo(decimal(other))
        : Double.compare(one.doubleValue(), other.doubleValue());
  }

  private static boolean isFinite(Number number) {
    return Double.isFinite(number.doubleValue());
  }

  private static BigDecimal decimal(Number number) {
    if (number instanceof Decimal128 decimal) {
      return decimal.toBigDecimal();
    }
    return isWhole(number)
        ? BigDecimal.valueOf(number.longValue())
        : new BigDecimal(number.doubleValue());
  }

  /** Returns whether the library's matcher is right that a query matches a document. */
  static boolean match(Document document, Document query) {
    return query.entrySet().stream()
        .allMatch(
            part ->
                switch (part.getKey()) {
                  case "$and" ->
                      members(part.getValue()).allMatch(member -> match(document, member));
                  case "$or" ->
                      members(part.getValue())
                          .anyMatch(
                              member ->
                                  new DefaultQueryMatcher().matches(document, member)
                                      && match(document, member));
                  default ->
                      part.getKey().startsWith("$")
                          || isMet(document, part.getKey(), part.getValue());
                });
  }

  private static Stream<Document> members(Object queries) {
    return ((List<?>) queries).stream().map(Document.class::cast);
  }

  private static boolean isMet(Document document, String path, @Nullable Object condition) {
    if (condition instanceof Document operators) {
      return operators.entrySet().stream()
          .allMatch(one -> isMet(document, path, one.getKey(), one.getValue()));
    }
    return isMet(document, path, "$eq", condition);
  }

  /** Returns whether a condition is met; of an array, the library is right. */
  private static boolean isMet(
      Document document, String path, String operator, @Nullable Object operand) {
    boolean isOne = operand instanceof Number || operand instanceof Document;
    if (!isOne && !(operand instanceof Collection<?>)) {
      return true;
    }
    Object value =
        path.indexOf('.') < 0 ? document.get(path) : Utils.getSubdocumentValue(document, path);
    if (!(value instanceof Number) && !(value instanceof Document)) {
      return true;
    }
    return switch (operator) {
      case "$eq" -> areEqual(value, operand);
      case "$in" ->
          operand instanceof Collection<?> all
              && all.stream().anyMatch(each -> areEqual(value, each));
      case "$gt" -> isBeside(value, operand, sign -> sign > 0);
      case "$gte" -> isBeside(value, operand, sign -> sign >= 0);
      case "$lt" -> isBeside(value, operand, sign -> sign < 0);
      case "$lte" -> isBeside(value, operand, sign -> sign <= 0);
      default -> true;
    };
  }

  private static boolean isBeside(Object value, @Nullable Object bound, IntPredicate side) {
    return !(value instanceof Number number && bound instanceof Number other)
        || (isNaN(number) == isNaN(other) && side.test(compare(number, other)));
  }

  private static boolean isNaN(Number number) {
    return Double.isNaN(number.doubleValue());
  }
}
