package io.twophase.embedded.query;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Elements of an array as {@code $pull} describes them: documents of which each of some fields is a
 * certain text or whole number, or one of some texts.
 */
final class ElementQuery {

  /** Of one field: what it is, or, as a set, one of what it is. */
  private record Condition(String field, Object wanted) {}

  private final List<Condition> conditions;

  private ElementQuery(List<Condition> conditions) {
    this.conditions = conditions;
  }

  /** Nothing where it is for the library to do. */
  static Optional<ElementQuery> of(Object operand) {
    if (!(operand instanceof Document description) || description.isEmpty()) {
      return Optional.empty();
    }
    List<Condition> conditions = new ArrayList<>();
    for (Entry<String, Object> part : description.entrySet()) {
      String field = part.getKey();
      Optional<Object> wanted = wanted(part.getValue());
      if (wanted.isEmpty() || field.isEmpty() || field.charAt(0) == '$' || field.contains(".")) {
        return Optional.empty();
      }
      conditions.add(new Condition(field, wanted.get()));
    }
    return Optional.of(new ElementQuery(conditions));
  }

  private static Optional<Object> wanted(@Nullable Object value) {
    if (value instanceof Document operator
        && operator.size() == 1
        && operator.get("$in") instanceof Collection<?> values
        && values.stream().allMatch(String.class::isInstance)) {
      return Optional.of(new HashSet<>(values));
    }
    return value instanceof String || value instanceof Long ? Optional.of(value) : Optional.empty();
  }

  /** Nothing where it is for the library to say. */
  Optional<Boolean> matches(@Nullable Object element) {
    if (!(element instanceof Document document)) {
      return Optional.empty();
    }
    boolean all = true;
    for (Condition condition : conditions) {
      Object value = document.get(condition.field());
      if (value == null) {
        return Optional.empty();
      }
      Optional<Boolean> answer = matches(value, condition.wanted());
      if (answer.isEmpty()) {
        return answer;
      }
      all &= answer.get();
    }
    return Optional.of(all);
  }

  private static Optional<Boolean> matches(Object value, Object wanted) {
    if (wanted instanceof Set<?> texts) {
      return value instanceof String ? Optional.of(texts.contains(value)) : Optional.empty();
    }
    return ValueMatch.equal(value, wanted);
  }
}
