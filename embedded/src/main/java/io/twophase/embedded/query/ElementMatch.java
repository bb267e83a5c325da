package io.twophase.embedded.query;

import de.bwaldvogel.mongo.bson.Document;
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
 * Conditions on an array of documents: whether none of some texts is among the values of a field
 * ({@code {"a.b": {$nin: [...]}}}, {@code $ne}), whether certain elements are there ({@code {a:
 * {$elemMatch: {b: "text", ...}}}}, or an {@code $and} of such), and whether the array ends before
 * an index ({@code {"a.7": {$exists: false}}}).
 */
final class ElementMatch {

  private static final Set<String> ELEM_MATCH = Set.of("$elemMatch");

  private ElementMatch() {}

  /** Of a path of two parts; nothing where it is for the matcher to say. */
  static Optional<Boolean> path(
      Document document, String array, String field, @Nullable Object condition) {
    if (!(document.get(array) instanceof List<?> elements)
        || !(condition instanceof Document operators)
        || operators.size() != 1) {
      return Optional.empty();
    }
    Entry<String, Object> only = operators.entrySet().iterator().next();
    return switch (only.getKey()) {
      case "$nin" ->
          only.getValue() instanceof Collection<?> unwanted
              ? containsNone(elements, field, unwanted)
              : Optional.empty();
      case "$ne" ->
          only.getValue() instanceof String unwanted
              ? containsNone(elements, field, List.of(unwanted))
              : Optional.empty();
      case "$exists" -> endsBefore(elements, field, only.getValue());
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> containsNone(
      List<?> elements, String field, Collection<?> values) {
    Set<Object> unwanted = new HashSet<>(values);
    if (!unwanted.stream().allMatch(String.class::isInstance)) {
      return Optional.empty();
    }
    boolean none = true;
    for (Object element : elements) {
      if (!(element instanceof Document one && one.get(field) instanceof String text)) {
        return Optional.empty();
      }
      none &= !unwanted.contains(text);
    }
    return Optional.of(none);
  }

  private static Optional<Boolean> endsBefore(
      List<?> elements, String index, @Nullable Object exists) {
    boolean known =
        Boolean.FALSE.equals(exists)
            && !index.isEmpty()
            && index.length() < 10
            && index.chars().allMatch(digit -> digit >= '0' && digit <= '9')
            && Integer.parseInt(index) >= elements.size()
            && elements.stream().allMatch(element -> !(element instanceof Collection<?>));
    return known ? Optional.of(true) : Optional.empty();
  }

  /** Of one element that is to be there; nothing where it is for the matcher to say. */
  static Optional<Boolean> one(Document document, String array, @Nullable Object condition) {
    return condition instanceof Document operator && operator.keySet().equals(ELEM_MATCH)
        ? all(document, List.of(new Document(array, operator)))
        : Optional.empty();
  }

  /** Of elements that all are to be there; nothing where it is for the matcher to say. */
  static Optional<Boolean> all(Document document, @Nullable Object condition) {
    if (!(condition instanceof List<?> conditions) || conditions.isEmpty()) {
      return Optional.empty();
    }
    Optional<Wanted> first = Wanted.of(conditions.get(0));
    Optional<Map<String, Document>> elements = first.flatMap(wanted -> byText(document, wanted));
    if (elements.isEmpty()) {
      return Optional.empty();
    }
    boolean all = true;
    for (Object one : conditions) {
      Optional<Boolean> there =
          Wanted.of(one)
              .filter(wanted -> wanted.isAlike(first.get()))
              .flatMap(wanted -> wanted.isIn(elements.get()));
      if (there.isEmpty()) {
        return there;
      }
      all &= there.get();
    }
    return Optional.of(all);
  }

  /** The array's elements by the field that tells them apart; nothing if it does not. */
  private static Optional<Map<String, Document>> byText(Document document, Wanted wanted) {
    if (!(document.get(wanted.array()) instanceof List<?> elements)) {
      return Optional.empty();
    }
    Map<String, Document> byText = new HashMap<>();
    for (Object element : elements) {
      if (!(element instanceof Document one
          && one.get(wanted.field()) instanceof String text
          && byText.put(text, one) == null)) {
        return Optional.empty();
      }
    }
    return Optional.of(byText);
  }

  /**
   * An element that is to be there.
   *
   * @param array where
   * @param field the first that it names, which is a text
   * @param text the text
   * @param element its fields, by texts and whole numbers
   */
  private record Wanted(String array, String field, String text, Document element) {

    static Optional<Wanted> of(@Nullable Object condition) {
      if (!(condition instanceof Document one) || one.size() != 1) {
        return Optional.empty();
      }
      Entry<String, Object> only = one.entrySet().iterator().next();
      if (isPlain(only.getKey())
          && only.getValue() instanceof Document operator
          && operator.keySet().equals(ELEM_MATCH)
          && operator.get("$elemMatch") instanceof Document element
          && !element.isEmpty()
          && element.keySet().stream().allMatch(Wanted::isPlain)) {
        Entry<String, Object> first = element.entrySet().iterator().next();
        return first.getValue() instanceof String text
            ? Optional.of(new Wanted(only.getKey(), first.getKey(), text, element))
            : Optional.empty();
      }
      return Optional.empty();
    }

    private static boolean isPlain(String name) {
      return !name.isEmpty() && name.charAt(0) != '$' && name.indexOf('.') < 0;
    }

    boolean isAlike(Wanted other) {
      return array.equals(other.array) && field.equals(other.field);
    }

    Optional<Boolean> isIn(Map<String, Document> elements) {
      Document there = elements.get(text);
      boolean all = there != null;
      for (Entry<String, Object> wanted : element.entrySet()) {
        Object value = there == null ? wanted.getValue() : there.get(wanted.getKey());
        if (value == null || wanted.getValue() == null) {
          return Optional.empty();
        }
        Optional<Boolean> equal = ValueMatch.equal(value, wanted.getValue());
        if (equal.isEmpty()) {
          return equal;
        }
        all &= equal.get();
      }
      return Optional.of(all);
    }
  }
}
