package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Queries in words that the library compares as MongoDB does. A document as a condition, if it has
 * no operators, asks for an equal document. The library's matcher asks that of documents only. If
 * the value is any other, then it asks the fields of the condition one by one; an empty one has
 * none, and so every value met it. Written as {@code $eq}, a condition asks for the same
 * everywhere.
 */
final class ExactConditions {

  /** These have queries for members. */
  static final Set<String> OF_QUERIES = Set.of("$and", "$or", "$nor");

  private static final String ELEMENT = "$elemMatch";

  private ExactConditions() {}

  /** Returns the query with such conditions written as {@code $eq}. */
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
    return document.get(ELEMENT) instanceof Document element && !hasOperator(element)
        ? document.clone().append(ELEMENT, ofQuery(element))
        : document;
  }

  static boolean hasOperator(Document condition) {
    return condition.keySet().stream().anyMatch(key -> key.startsWith("$"));
  }
}
