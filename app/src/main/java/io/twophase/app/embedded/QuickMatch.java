package io.twophase.app.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two questions about long arrays of documents that the matcher answers by comparing everything
 * with everything, answered by a hash table: whether none of many texts is among the values of a
 * field ({@code {"a.b": {$nin: [...]}}}), and whether many elements are there ({@code $and} of
 * {@code {a: {$elemMatch: {b: "text", ...}}}}). What is not exactly of this form is left to the
 * matcher.
 */
final class QuickMatch {

  private static final int FEW = 4;

  private QuickMatch() {}

  /** What is left to ask of the document; nothing if it does not match. */
  static Optional<Document> rest(Document document, Document query) {
    List<String> answered = new ArrayList<>();
    for (Entry<String, Object> part : query.entrySet()) {
      Optional<Boolean> answer = answer(document, part.getKey(), part.getValue());
      if (answer.isPresent() && !answer.get()) {
        return Optional.empty();
      }
      answer.ifPresent(yes -> answered.add(part.getKey()));
    }
    if (answered.isEmpty()) {
      return Optional.of(query);
    }
    Document rest = query.clone();
    answered.forEach(rest::remove);
    return Optional.of(rest);
  }

  private static Optional<Boolean> answer(
      Document document, String key, @Nullable Object condition) {
    if (key.equals("$and") && condition instanceof List<?> all && all.size() > FEW) {
      return containsAll(document, all);
    }
    int dot = key.indexOf('.');
    if (dot > 0
        && key.indexOf('.', dot + 1) < 0
        && condition instanceof Document operator
        && operator.keySet().equals(Set.of("$nin"))
        && operator.get("$nin") instanceof Collection<?> values
        && values.size() > FEW) {
      return containsNone(document, key.substring(0, dot), key.substring(dot + 1), values);
    }
    return Optional.empty();
  }

  private static Optional<Boolean> containsNone(
      Document document, String array, String field, Collection<?> values) {
    Optional<List<Document>> elements = elements(document, array);
    if (elements.isEmpty() || !values.stream().allMatch(String.class::isInstance)) {
      return Optional.empty();
    }
    Set<?> unwanted = new HashSet<>(values);
    for (Document element : elements.get()) {
      if (!(element.get(field) instanceof String text)) {
        return Optional.empty();
      }
      if (unwanted.contains(text)) {
        return Optional.of(false);
      }
    }
    return Optional.of(true);
  }

  private static Optional<Boolean> containsAll(Document document, List<?> conditions) {
    Optional<Wanted> first = Wanted.of(conditions.get(0));
    Optional<List<Document>> elements = first.flatMap(one -> elements(document, one.array()));
    if (elements.isEmpty()) {
      return Optional.empty();
    }
    Map<Object, Document> byKey = new HashMap<>();
    for (Document element : elements.get()) {
      Object key = element.get(first.get().field());
      if (!(key instanceof String) || byKey.put(key, element) != null) {
        return Optional.empty();
      }
    }
    for (Object condition : conditions) {
      Optional<Wanted> wanted = Wanted.of(condition);
      if (wanted.isEmpty() || !wanted.get().isAlike(first.get())) {
        return Optional.empty();
      }
      Document element = byKey.get(wanted.get().element().get(first.get().field()));
      if (element == null) {
        return Optional.of(false);
      }
      Optional<Boolean> same = wanted.get().isEqualTo(element);
      if (same.isEmpty() || !same.get()) {
        return same;
      }
    }
    return Optional.of(true);
  }

  private static Optional<List<Document>> elements(Document document, String array) {
    if (!(document.get(array) instanceof Collection<?> values)) {
      return Optional.empty();
    }
    List<Document> elements = new ArrayList<>(values.size());
    for (Object value : values) {
      if (!(value instanceof Document element)) {
        return Optional.empty();
      }
      elements.add(element);
    }
    return Optional.of(elements);
  }

  /**
   * An element that is to be there.
   *
   * @param array where
   * @param field the first that it names, which is a text
   * @param element its fields: texts and int64s
   */
  private record Wanted(String array, String field, Document element) {

    static Optional<Wanted> of(@Nullable Object condition) {
      if (!(condition instanceof Document one) || one.size() != 1) {
        return Optional.empty();
      }
      Entry<String, Object> only = one.entrySet().iterator().next();
      boolean named = !only.getKey().startsWith("$") && only.getKey().indexOf('.') < 0;
      if (named
          && only.getValue() instanceof Document operator
          && operator.keySet().equals(Set.of("$elemMatch"))
          && operator.get("$elemMatch") instanceof Document element
          && isPlain(element)) {
        String field = element.keySet().iterator().next();
        return Optional.of(new Wanted(only.getKey(), field, element));
      }
      return Optional.empty();
    }

    private static boolean isPlain(Document element) {
      return !element.isEmpty()
          && element.values().iterator().next() instanceof String
          && element.keySet().stream().noneMatch(key -> key.startsWith("$") || key.contains("."))
          && element.values().stream()
              .allMatch(value -> value instanceof String || value instanceof Long);
    }

    boolean isAlike(Wanted other) {
      return array.equals(other.array) && field.equals(other.field);
    }

    /** Not known where a value is of another type: a number may be equal to it all the same. */
    Optional<Boolean> isEqualTo(Document there) {
      for (Entry<String, Object> wanted : element.entrySet()) {
        Object value = there.get(wanted.getKey());
        if (value == null) {
          return Optional.of(false);
        }
        if (!value.getClass().equals(wanted.getValue().getClass())) {
          return Optional.empty();
        }
        if (!value.equals(wanted.getValue())) {
          return Optional.of(false);
        }
      }
      return Optional.of(true);
    }
  }
}
