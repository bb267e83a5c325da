package io.twophase.cli.view;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Guards and changes as the command {@code run} reads them: as MongoDB's filters and updates. */
final class ConditionViews {

  /** In the place of a field's name: the document is as it was read. */
  static final String UNCHANGED = "$unchanged";

  private static final String IS = "$eq";
  private static final String IN = "$in";
  private static final String EXISTS = "$exists";
  private static final String AT_LEAST = "$gte";
  private static final String AT_MOST = "$lte";
  private static final Set<String> OPERATORS = Set.of(IS, IN, EXISTS, AT_LEAST, AT_MOST);

  private ConditionViews() {}

  /** One object; a list of them where one field is asked the same of twice. */
  static Object where(List<Guard> guards) {
    List<Map<String, Map<String, Object>>> all = new ArrayList<>();
    all.add(new LinkedHashMap<>());
    for (Guard guard : guards) {
      Map<String, Object> operator = guard.fold(new Operators());
      String subject = guard instanceof Guard.OfField one ? one.path().toString() : UNCHANGED;
      Map<String, Object> there = all.get(all.size() - 1).getOrDefault(subject, Map.of());
      if (there.keySet().stream().anyMatch(operator::containsKey)) {
        all.add(new LinkedHashMap<>());
      }
      all.get(all.size() - 1)
          .computeIfAbsent(subject, path -> new LinkedHashMap<>())
          .putAll(operator);
    }
    List<Map<String, Object>> shown = all.stream().map(ConditionViews::shortened).toList();
    return shown.size() == 1 ? shown.get(0) : shown;
  }

  /** With {@code {field: value}} for {@code {field: {$eq: value}}}, where that is the same. */
  private static Map<String, Object> shortened(Map<String, Map<String, Object>> guards) {
    Map<String, Object> shown = new LinkedHashMap<>();
    guards.forEach(
        (path, operators) -> {
          boolean isPlain =
              operators.keySet().equals(Set.of(IS)) && !looksLikeOperators(operators.get(IS));
          shown.put(path, isPlain ? operators.get(IS) : operators);
        });
    return shown;
  }

  /** Whether a value would be taken for operators. */
  private static boolean looksLikeOperators(@Nullable Object value) {
    return value instanceof Map<?, ?> map && map.keySet().stream().anyMatch(OPERATORS::contains);
  }

  /** One object. */
  static Map<String, Object> update(Changes changes) {
    Map<String, Object> update = new LinkedHashMap<>();
    Map<String, Map<String, Object>> byOperator = new LinkedHashMap<>();
    for (FieldChange change : changes.all()) {
      change
          .fold(new Updates())
          .forEach(
              (operator, value) ->
                  byOperator
                      .computeIfAbsent(operator, none -> new LinkedHashMap<>())
                      .put(change.path().toString(), value));
    }
    update.putAll(byOperator);
    return update;
  }

  private static Map<String, Object> one(String operator, Value value) {
    return one(operator, ExtendedViews.value(value));
  }

  private static Map<String, Object> one(String operator, @Nullable Object value) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put(operator, value);
    return one;
  }

  private static final class Operators implements Guard.Cases<Map<String, Object>> {
    @Override
    public Map<String, Object> unchanged(Guard.Unchanged guard) {
      Map<String, Object> fields = new LinkedHashMap<>();
      guard.fields().all().forEach(field -> fields.put(field.name(), field.value()));
      return fields;
    }

    @Override
    public Map<String, Object> is(Guard.Is guard) {
      return one(IS, guard.value());
    }

    @Override
    public Map<String, Object> in(Guard.In guard) {
      return one(IN, guard.values().stream().map(ExtendedViews::value).toList());
    }

    @Override
    public Map<String, Object> exists(Guard.Exists guard) {
      return one(EXISTS, true);
    }

    @Override
    public Map<String, Object> absent(Guard.Absent guard) {
      return one(EXISTS, false);
    }

    @Override
    public Map<String, Object> atLeast(Guard.AtLeast guard) {
      return one(AT_LEAST, guard.value());
    }

    @Override
    public Map<String, Object> atMost(Guard.AtMost guard) {
      return one(AT_MOST, guard.value());
    }
  }

  private static final class Updates implements FieldChange.Cases<Map<String, Object>> {
    @Override
    public Map<String, Object> set(FieldChange.Set change) {
      return one("$set", change.value());
    }

    @Override
    public Map<String, Object> unset(FieldChange.Unset change) {
      return one("$unset", "");
    }

    @Override
    public Map<String, Object> inc(FieldChange.Inc change) {
      return one("$inc", change.by());
    }

    @Override
    public Map<String, Object> push(FieldChange.Push change) {
      return one("$push", change.value());
    }

    @Override
    public Map<String, Object> pull(FieldChange.Pull change) {
      return one("$pull", change.value());
    }
  }
}
