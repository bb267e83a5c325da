package io.twophase.embedded.query;

import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.bson.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an update makes of one field, out of what was in it. */
sealed interface FieldChange {

  /** The field's name. */
  String field();

  /**
   * What is in the field afterwards, for what was in it, or {@code null} for no such field. What
   * was in it is left as it is. Nothing where it is for the library to say.
   */
  Optional<?> after(@Nullable Object before);

  /** Nothing where it is for the library to do. */
  static Optional<? extends FieldChange> of(
      String operator, String field, @Nullable Object operand) {
    if (operand == null || !isPlain(field) || field.equals(Constants.ID_FIELD)) {
      return Optional.empty();
    }
    return switch (operator) {
      case "$set" -> Setting.of(field, operand);
      case "$inc" ->
          operand instanceof Long by ? Optional.of(new Adding(field, by)) : Optional.empty();
      case "$push" -> Pushing.of(field, operand);
      case "$pull" -> ElementQuery.of(operand).map(query -> new Pulling(field, query));
      case "$currentDate" ->
          operand.equals(true) ? Optional.of(new Dating(field)) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static boolean isPlain(String name) {
    return !name.isEmpty() && name.charAt(0) != '$' && name.indexOf('.') < 0;
  }

  /** Sets a value without parts; a number of another type may be equal, and is then left. */
  record Setting(String field, Object value) implements FieldChange {

    private static final Set<Class<?>> WITHOUT_PARTS =
        Set.of(String.class, Long.class, Integer.class, Boolean.class);

    static Optional<Setting> of(String field, Object value) {
      return WITHOUT_PARTS.contains(value.getClass())
          ? Optional.of(new Setting(field, value))
          : Optional.empty();
    }

    @Override
    public Optional<?> after(@Nullable Object before) {
      return before instanceof Number && !before.getClass().equals(value.getClass())
          ? Optional.empty()
          : Optional.of(value);
    }
  }

  /** Adds int64s, as long as the sum is one. */
  record Adding(String field, long by) implements FieldChange {
    @Override
    public Optional<?> after(@Nullable Object before) {
      if (before instanceof Long number) {
        long sum = number + by;
        boolean overflows = ((number ^ sum) & (by ^ sum)) < 0;
        return overflows ? Optional.empty() : Optional.of(sum);
      }
      return Optional.empty();
    }
  }

  /** Appends, and keeps so many of the last ones at most. */
  record Pushing(String field, List<?> values, int kept) implements FieldChange {

    static Optional<Pushing> of(String field, Object operand) {
      if (!(operand instanceof Document document)) {
        return Optional.empty();
      }
      if (!document.containsKey("$each")) {
        return of(field, List.of(document), Integer.MAX_VALUE);
      }
      if (!(document.get("$each") instanceof List<?> values)) {
        return Optional.empty();
      }
      return switch (document.size()) {
        case 1 -> of(field, values, Integer.MAX_VALUE);
        case 2 ->
            document.get("$slice") instanceof Integer slice
                    && slice < 0
                    && slice > Integer.MIN_VALUE
                ? of(field, values, -slice)
                : Optional.empty();
        default -> Optional.empty();
      };
    }

    /** Only documents whose fields have names that may be stored. */
    private static Optional<Pushing> of(String field, List<?> values, int kept) {
      boolean known =
          values.stream()
              .allMatch(
                  value ->
                      value instanceof Document element
                          && element.keySet().stream().allMatch(FieldChange::isPlain));
      return known ? Optional.of(new Pushing(field, values, kept)) : Optional.empty();
    }

    @Override
    public Optional<?> after(@Nullable Object before) {
      if (before != null && !(before instanceof List<?>)) {
        return Optional.empty();
      }
      List<?> there = before instanceof List<?> list ? list : List.of();
      List<Object> after = new ArrayList<>(there.size() + values.size());
      after.addAll(there);
      after.addAll(values);
      int surplus = Math.max(0, after.size() - kept);
      return Optional.of(
          surplus == 0 ? after : new ArrayList<>(after.subList(surplus, after.size())));
    }
  }

  /** Removes the elements that are as described. */
  record Pulling(String field, ElementQuery query) implements FieldChange {
    @Override
    public Optional<?> after(@Nullable Object before) {
      if (!(before instanceof List<?> there)) {
        return Optional.empty();
      }
      List<Object> after = new ArrayList<>(there.size());
      for (Object element : there) {
        Optional<Boolean> pulled = query.matches(element);
        if (pulled.isEmpty()) {
          return Optional.empty();
        }
        if (!pulled.get()) {
          after.add(element);
        }
      }
      return Optional.of(after);
    }
  }

  /** Sets the server's time, which counts as another value even within a millisecond. */
  record Dating(String field) implements FieldChange {
    @Override
    public Optional<?> after(@Nullable Object before) {
      return Optional.of(Instant.now());
    }
  }
}
