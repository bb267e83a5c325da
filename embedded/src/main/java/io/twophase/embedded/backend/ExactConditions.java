package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Queries and updates in words that the library compares as MongoDB does. A document as a
 * condition, if it has no operators, asks for an equal document. The library's matcher asks that of
 * documents only. Of any other value it asks the fields of the condition one by one; an empty one
 * has none, and so every value met it. Written as {@code $eq}, a condition asks for the same
 * everywhere.
 */
final class ExactConditions {

  private static final Set<String> OF_QUERIES = Set.of("$and", "$or", "$nor");
  private static final String ELEMENT = "$elemMatch";
  private static final String PULL = "$pull";
  private static final String PULL_ALL = "$pullAll";
  private static final Document NO_ARRAY = new Document("$type", "array");

  private ExactConditions() {}

  /** The same query, with such conditions written as {@code $eq}. */
  static Document ofQuery(Document query) {
    Document exact = new Document();
    query.forEach((name, condition) -> exact.put(name, exact(name, condition)));
    return exact;
  }

  private static @Nullable Object exact(String name, @Nullable Object condition) {
    if (OF_QUERIES.contains(name) && condition instanceof List<?> queries) {
      return queries.stream()
          .map(query -> query instanceof Document document ? ofQuery(document) : query)
          .toList();
    }
    if (name.startsWith("$") || !(condition instanceof Document document)) {
      return condition;
    }
    if (!hasOperator(document)) {
      return new Document("$eq", condition);
    }
    Document exact = document.clone();
    if (document.get(ELEMENT) instanceof Document element && !hasOperator(element)) {
      exact.put(ELEMENT, ofQuery(element));
    }
    return exact;
  }

  private static boolean hasOperator(Document condition) {
    return condition.keySet().stream().anyMatch(key -> key.startsWith("$"));
  }

  /**
   * The same update, with its {@code $pullAll} said by {@code $pull} and conditions that the
   * library compares exactly: for it an element {@code {}} is any document, where MongoDB removes
   * what is equal. What is malformed is left as it is.
   */
  static Document ofUpdate(Document update) {
    if (!(update.get(PULL_ALL) instanceof Document asked)
        || !(update.getOrDefault(PULL, new Document()) instanceof Document given)) {
      return update;
    }
    Document pulls = given.clone();
    Document left = new Document();
    asked.forEach(
        (path, pulled) -> {
          if (pulled instanceof Collection<?> values
              && isComparable(values)
              && !given.containsKey(path)) {
            pulls.put(path, ofAny(values));
          } else {
            left.put(path, pulled);
          }
        });
    Document exact = update.clone();
    exact.keySet().removeAll(Set.of(PULL, PULL_ALL));
    if (!left.isEmpty()) {
      exact.put(PULL_ALL, left);
    }
    if (!pulls.isEmpty()) {
      exact.put(PULL, pulls);
    }
    return exact;
  }

  /** A value of any kind, or several that the library looks for only as they are. */
  private static boolean isComparable(Collection<?> values) {
    return values.size() == 1
        || values.stream()
            .noneMatch(
                value ->
                    value instanceof Collection<?>
                        || BsonRegularExpression.isRegularExpression(value));
  }

  /** By {@code $in} it would also look into the elements that are arrays. */
  private static Document ofAny(Collection<?> values) {
    return values.size() == 1
        ? new Document("$eq", values.iterator().next())
        : new Document("$in", values).append("$not", NO_ARRAY);
  }
}
