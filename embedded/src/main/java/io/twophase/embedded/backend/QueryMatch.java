package io.twophase.embedded.backend;

import static io.twophase.embedded.backend.ExactValues.areEqual;
import static io.twophase.embedded.backend.ExactValues.part;
import static io.twophase.embedded.backend.ExactValues.truncated;

import de.bwaldvogel.mongo.backend.BsonType;
import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.MaxKey;
import de.bwaldvogel.mongo.bson.MinKey;
import de.bwaldvogel.mongo.exception.ErrorCode;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map.Entry;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Matches documents with queries as MongoDB does, and refuses operators that it does not know. The
 * library's matcher asks the fields of a document one by one where it is to be equal, takes any
 * value for text to be matched by a pattern, and knows no missing field of an array's element.
 *
 * @param found the values at a path of the document, a missing one among them
 * @param isWhole whether the elements of an array are not asked beside the array
 */
record QueryMatch(List<@Nullable Object> found, boolean isWhole) {

  /** Returns whether a document matches a query. */
  static boolean matches(Document document, Document query) {
    for (Entry<String, Object> part : query.entrySet()) {
      if (!isMet(document, part.getKey(), part.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMet(Document document, String name, @Nullable Object condition) {
    return switch (name) {
      case "$and" -> queries(name, condition).allMatch(query -> matches(document, query));
      case "$or" -> queries(name, condition).anyMatch(query -> matches(document, query));
      case "$nor" -> queries(name, condition).noneMatch(query -> matches(document, query));
      case "$expr" -> isExpressionMet(document, condition);
      case "$comment" -> true;
      default -> {
        if (isOperator(name)) {
          throw refused("unknown operator: " + name);
        }
        yield of(document, name).meets(condition);
      }
    };
  }

  /**
   * Returns whether an element of an array matches a condition on elements, or on fields of one.
   */
  static boolean matchesElement(@Nullable Object element, @Nullable Object condition) {
    if (condition instanceof Document query
        && (!hasOperator(query) || query.keySet().iterator().next().matches("\\$(and|n?or)"))) {
      return fields(element) instanceof Document part && matches(part, query);
    }
    return new QueryMatch(Collections.singletonList(element), true).meets(condition);
  }

  /**
   * Returns the value at a path by which a document is sorted: of an array the first of its
   * elements in that order, and of an empty one what comes before null.
   */
  static Object first(Document document, String path, Comparator<@Nullable Object> order) {
    return of(document, path).found.stream()
        .flatMap(
            value ->
                value instanceof List<?> all
                    ? orLeast(all).stream()
                    : Stream.of(Missing.ofNullable(value)))
        .map(Missing::ofNullable)
        .min(order)
        .orElse(Missing.getInstance());
  }

  private static List<?> orLeast(List<?> elements) {
    return elements.isEmpty() ? List.of(MinKey.getInstance()) : elements;
  }

  /** Returns whether a condition has operators, and is no value. */
  static boolean hasOperator(Document condition) {
    return !condition.isEmpty() && isOperator(condition.keySet().iterator().next());
  }

  /** The fields of a reference are none. */
  private static boolean isOperator(String name) {
    return name.startsWith("$") && !Constants.REFERENCE_KEYS.contains(name);
  }

  /** An array's elements are the fields of its places. */
  private static @Nullable Object fields(@Nullable Object element) {
    if (!(element instanceof List<?> list)) {
      return element;
    }
    Document fields = new Document();
    list.forEach(each -> fields.put(String.valueOf(fields.size()), each));
    return fields;
  }

  private static QueryMatch of(Document document, String path) {
    List<@Nullable Object> found = new ArrayList<>();
    List<String> steps = path.indexOf('.') < 0 ? List.of(path) : List.of(path.split("\\.", -1));
    collect(document, steps, found);
    return new QueryMatch(found, false);
  }

  /** A path leads through the documents of an array, and through the element at a place. */
  private static void collect(
      @Nullable Object value, List<String> steps, List<@Nullable Object> found) {
    if (steps.isEmpty()) {
      found.add(value);
      return;
    }
    Object part = part(value, steps.get(0));
    if (value instanceof List<?> list) {
      list.stream()
          .filter(Document.class::isInstance)
          .forEach(element -> collect(element, steps, found));
      if (part instanceof Missing) {
        return;
      }
    }
    collect(part, steps.subList(1, steps.size()), found);
  }

  private boolean meets(@Nullable Object condition) {
    return (condition instanceof Document operators && hasOperator(operators))
        ? operators.entrySet().stream()
            .allMatch(one -> meets(one.getKey(), one.getValue(), operators))
        : any(like(condition));
  }

  private boolean meets(String operator, @Nullable Object operand, Document operators) {
    return switch (operator) {
      case "$eq" -> any(value -> areEqual(value, operand));
      case "$ne" -> !any(value -> areEqual(value, operand));
      case "$gt" -> any(beside(operand, sign -> sign > 0));
      case "$gte" -> any(beside(operand, sign -> sign >= 0));
      case "$lt" -> any(beside(operand, sign -> sign < 0));
      case "$lte" -> any(beside(operand, sign -> sign <= 0));
      case "$in" -> isOneOf(list(operator, operand));
      case "$nin" -> !meets("$in", operand, operators);
      case "$all" -> isAllMet(list(operator, operand));
      case "$not" -> !meets(checked(operand, true));
      case "$exists" -> found.stream().allMatch(Missing.class::isInstance) != Utils.isTrue(operand);
      case "$type" ->
          (operand instanceof List<?> types ? types : Collections.singletonList(operand))
              .stream().anyMatch(type -> any(ofType(type)));
      case "$size" -> isOfSize(operand);
      case "$elemMatch" ->
          arrays().anyMatch(list -> list.stream().anyMatch(each -> matchesElement(each, operand)));
      case "$mod" -> isOfRemainder(list(operator, operand));
      case "$regex", "$options" -> any(like(expression(operators)));
      default -> throw refused("unknown operator: " + operator);
    };
  }

  /** Returns whether a value, or an element of an array, is as asked for. */
  private boolean any(Predicate<@Nullable Object> condition) {
    for (Object value : found) {
      if (condition.test(value)
          || (!isWhole && value instanceof List<?> all && all.stream().anyMatch(condition))) {
        return true;
      }
    }
    return false;
  }

  private boolean isOfSize(@Nullable Object size) {
    if (size instanceof Number number && areEqual(number, number.longValue())) {
      return arrays().anyMatch(list -> list.size() == number.longValue());
    }
    throw refused("$size needs a whole number, not " + size);
  }

  /** A number counts without what comes after its point. */
  private boolean isOfRemainder(List<?> operands) {
    List<Long> whole = operands.stream().flatMap(each -> truncated(each).stream()).toList();
    if (operands.size() != 2 || whole.size() != 2 || whole.get(0) == 0) {
      throw refused("$mod needs a divisor that is not 0, and a remainder, not " + operands);
    }
    return any(value -> truncated(value).filter(n -> n % whole.get(0) == whole.get(1)).isPresent());
  }

  private static BsonRegularExpression expression(Document operators) {
    Object asked = operators.get("$regex");
    Object options = operators.getOrDefault("$options", "");
    if (asked instanceof BsonRegularExpression expression && "".equals(options)) {
      return expression;
    }
    Object pattern = asked instanceof BsonRegularExpression other ? other.getPattern() : asked;
    if (pattern instanceof String text && options instanceof String letters) {
      return new BsonRegularExpression(text, letters);
    }
    throw refused("$regex and $options need texts, not " + operators);
  }

  private Stream<List<?>> arrays() {
    return found.stream().filter(List.class::isInstance).map(value -> (List<?>) value);
  }

  /** A value among hundreds, as an id is, is found first as what it is. */
  private boolean isOneOf(List<?> all) {
    return any(value -> value instanceof Comparable<?> && all.contains(value))
        || all.stream().anyMatch(each -> meets(checked(each, false)));
  }

  private boolean isAllMet(List<?> all) {
    return !all.isEmpty()
        && all.stream()
            .allMatch(
                each -> {
                  boolean isOfElement = !(part(each, "$elemMatch") instanceof Missing);
                  return meets(checked(each, isOfElement));
                });
  }

  private static Predicate<@Nullable Object> like(@Nullable Object asked) {
    return asked instanceof BsonRegularExpression expression
        ? value ->
            value instanceof String text
                ? expression.matcher(text).find()
                : areEqual(value, expression)
        : value -> areEqual(value, asked);
  }

  /** Values of other types are beside the least and the greatest of all only. */
  private static Predicate<@Nullable Object> beside(@Nullable Object bound, IntPredicate side) {
    boolean isOfAll = bound instanceof MinKey || bound instanceof MaxKey;
    return value ->
        (isOfAll
                || (ExactValues.areOfOneType(value, bound)
                    && ExactValues.isNaN(value) == ExactValues.isNaN(bound)))
            && side.test(ExactValues.compare(value, bound));
  }

  private static Predicate<@Nullable Object> ofType(@Nullable Object asked) {
    if ("number".equals(asked)) {
      return Number.class::isInstance;
    }
    BsonType type =
        asked instanceof Number number
            ? BsonType.forNumber(number)
            : BsonType.forString(String.valueOf(asked));
    return value ->
        !(value instanceof Missing) && BsonEncoder.determineType(value) == (byte) type.getNumber();
  }

  /** An expression that compares an array with one that is given is true or false. */
  private static boolean isExpressionMet(Document document, @Nullable Object expression) {
    return (expression instanceof Document comparison
            && comparison.get("$eq") instanceof List<?> both
            && both.size() == 2
            && both.get(0) instanceof String path
            && path.startsWith("$")
            && document.get(path.substring(1)) instanceof List<?> array
            && both.get(1) instanceof Document literal
            && literal.get("$literal") instanceof List<?> other)
        ? areEqual(array, other)
        : new DefaultQueryMatcher().matches(document, new Document("$expr", expression));
  }

  private static Stream<Document> queries(String operator, @Nullable Object operand) {
    List<?> all = list(operator, operand);
    if (all.isEmpty() || !all.stream().allMatch(Document.class::isInstance)) {
      throw refused(operator + " needs queries, not " + operand);
    }
    return all.stream().map(Document.class::cast);
  }

  private static List<?> list(String operator, @Nullable Object operand) {
    if (operand instanceof List<?> list) {
      return list;
    }
    throw refused(operator + " needs an array, not " + operand);
  }

  /** A pattern; else a value, or operators where these are asked for. */
  private static @Nullable Object checked(@Nullable Object asked, boolean isOfOperators) {
    boolean hasOperators = asked instanceof Document document && hasOperator(document);
    if (hasOperators != isOfOperators && !(asked instanceof BsonRegularExpression)) {
      throw refused("values and operators are taken for each other: " + asked);
    }
    return asked;
  }

  private static MongoServerError refused(String why) {
    return new MongoServerError(ErrorCode.BadValue, why);
  }
}
