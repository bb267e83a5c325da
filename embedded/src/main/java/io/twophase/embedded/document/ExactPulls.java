package io.twophase.embedded.document;

import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.Map.Entry;

/**
 * Updates whose {@code $pullAll} the library would take for conditions: for it an element {@code
 * {}} is any document, where MongoDB removes what is equal. They are said by {@code $pull} and
 * conditions that the library compares exactly.
 */
public final class ExactPulls {

  private static final String PULL = "$pull";
  private static final String PULL_ALL = "$pullAll";
  private static final Document NO_ARRAY = new Document("$type", "array");

  private ExactPulls() {}

  /** The update, with exact conditions where there are any; what is malformed is left as it is. */
  public static Document of(Document update) {
    if (!(update.get(PULL_ALL) instanceof Document asked)
        || !(update.getOrDefault(PULL, new Document()) instanceof Document given)) {
      return update;
    }
    Document pulls = given.clone();
    Document left = new Document();
    for (Entry<String, Object> one : asked.entrySet()) {
      if (one.getValue() instanceof Collection<?> values
          && isComparable(values)
          && !given.containsKey(one.getKey())) {
        pulls.put(one.getKey(), condition(values));
      } else {
        left.put(one.getKey(), one.getValue());
      }
    }
    Document exact = update.clone();
    put(exact, PULL, pulls);
    put(exact, PULL_ALL, left);
    return exact;
  }

  private static void put(Document update, String operator, Document operands) {
    if (operands.isEmpty()) {
      update.remove(operator);
    } else {
      update.put(operator, operands);
    }
  }

  /** One value of any kind, or several that the library looks for only as they are. */
  private static boolean isComparable(Collection<?> values) {
    return values.size() == 1
        || values.stream()
            .noneMatch(
                value ->
                    value instanceof Collection<?>
                        || BsonRegularExpression.isRegularExpression(value));
  }

  /** By {@code $in} it would also look into the elements that are arrays. */
  private static Document condition(Collection<?> values) {
    return values.size() == 1
        ? new Document("$eq", values.iterator().next())
        : new Document("$in", values).append("$not", NO_ARRAY);
  }
}
