package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares values as MongoDB does. The library compares decimals as doubles, which call many of
 * them equal, and doubles with an int64 without what comes after the point. No regular expression
 * is equal to another there, and an expression compares no code.
 */
final class ExactValues {

  /** The bits of a decimal that is infinite or not a number. */
  private static final long SPECIAL = 0x7800000000000000L;

  private static final Set<String> DECIDED = Set.of("$eq", "$in", "$gt", "$gte", "$lt", "$lte");

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
    if (one instanceof BsonRegularExpression && other instanceof BsonRegularExpression) {
      return one.toString().equals(other.toString());
    }
    return Objects.equals(one, other);
  }

  /** Returns whether a value is a whole number, of int32 or int64. */
  static boolean isWhole(@Nullable Object value) {
    return value instanceof Long || value instanceof Integer;
  }

  /** A finite number counts as zero beside one that is not finite. */
  private static int compare(Number one, Number other) {
    return isFinite(one) && isFinite(other)
        ? decimal(one).compareTo(decimal(other))
        : Double.compare(
            isFinite(one) ? 0 : one.doubleValue(), isFinite(other) ? 0 : other.doubleValue());
  }

  private static boolean isFinite(Number number) {
    return number instanceof Decimal128 decimal
        ? (decimal.getHigh() & SPECIAL) != SPECIAL
        : Double.isFinite(number.doubleValue());
  }

  private static BigDecimal decimal(Number number) {
    if (number instanceof Decimal128 decimal) {
      return decimal.toBigDecimal();
    }
    return isWhole(number)
        ? BigDecimal.valueOf(number.longValue())
        : new BigDecimal(number.doubleValue());
  }

  /** Returns whether a query, whose conditions are exact, matches a document. */
  static boolean match(Document document, Document query) {
    // a matcher of its own, because a shared one remembers positions for the update in progress
    return new DefaultQueryMatcher().matches(document, undecided(document, query));
  }

  /** Returns the query with what is decided here in words that the library is right about. */
  private static Document undecided(Document document, Document query) {
    Document left = query.clone();
    left.replaceAll((name, condition) -> undecided(document, name, condition));
    return left;
  }

  private static @Nullable Object undecided(
      Document document, String name, @Nullable Object condition) {
    if (ExactConditions.OF_QUERIES.contains(name) && condition instanceof List<?> all) {
      return all.stream()
          .map(each -> each instanceof Document query ? undecided(document, query) : each)
          .toList();
    }
    if (name.startsWith("$")) {
      return name.equals("$expr") ? undecidedExpression(document, condition) : condition;
    }
    Document operators =
        condition instanceof Document asked ? asked : new Document("$eq", condition);
    Object value = Collections.disjoint(operators.keySet(), DECIDED) ? null : document;
    for (String step : name.split("\\.", -1)) {
      value = part(value, step);
    }
    if (value == null || !isComparable(value)) {
      return condition;
    }
    Document left = new Document("$exists", true);
    for (Entry<String, Object> one : operators.entrySet()) {
      Optional<Boolean> met = isMet(value, one.getKey(), one.getValue());
      if (met.isEmpty()) {
        left.put(one.getKey(), one.getValue());
      } else if (!met.get()) {
        return new Document("$in", List.of());
      }
    }
    return left;
  }

  /** Returns what a document has of that name, or an array at that place; null if it has none. */
  static @Nullable Object part(@Nullable Object whole, String step) {
    if (!(whole instanceof List<?> list)) {
      return whole instanceof Document document ? document.get(step) : null;
    }
    boolean isPlace =
        !step.isEmpty()
            && step.length() < 9
            && step.chars().allMatch(one -> one >= '0' && one <= '9');
    int place = isPlace ? Integer.parseInt(step) : list.size();
    return place < list.size() ? list.get(place) : null;
  }

  /** Returns whether a comparison is met; nothing if the library is right about it. */
  private static Optional<Boolean> isMet(Object value, String operator, @Nullable Object operand) {
    return switch (operator) {
      case "$eq" ->
          isComparable(operand)
              ? Optional.of(
                  areEqual(value, operand)
                      || (value instanceof List<?> all
                          && all.stream().anyMatch(each -> areEqual(each, operand))))
              : Optional.empty();
      case "$in" ->
          !(value instanceof List<?>) && operand instanceof Collection<?> all
              ? Optional.of(all.stream().anyMatch(each -> areEqual(value, each)))
              : Optional.empty();
      case "$gt" -> isBeside(value, operand, sign -> sign > 0);
      case "$gte" -> isBeside(value, operand, sign -> sign >= 0);
      case "$lt" -> isBeside(value, operand, sign -> sign < 0);
      case "$lte" -> isBeside(value, operand, sign -> sign <= 0);
      default -> Optional.empty();
    };
  }

  private static boolean isComparable(@Nullable Object value) {
    return value instanceof Number || value instanceof List<?> || value instanceof Document;
  }

  private static Optional<Boolean> isBeside(
      @Nullable Object value, @Nullable Object bound, IntPredicate side) {
    return value instanceof Number number && bound instanceof Number other
        ? Optional.of(
            Double.isNaN(number.doubleValue()) == Double.isNaN(other.doubleValue())
                && side.test(compare(number, other)))
        : Optional.empty();
  }

  /** An expression that compares an array with one that is given is true or false. */
  private static @Nullable Object undecidedExpression(
      Document document, @Nullable Object expression) {
    return expression instanceof Document comparison
            && comparison.get("$eq") instanceof List<?> both
            && both.size() == 2
            && both.get(0) instanceof String path
            && path.startsWith("$")
            && document.get(path.substring(1)) instanceof List<?> array
            && both.get(1) instanceof Document literal
            && literal.get("$literal") instanceof List<?> other
        ? (Object) areEqual(array, other)
        : expression;
  }
}
