package io.twophase.console.view;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Operations as the command {@code run} reads them, with guards and changes as MongoDB's filters
 * and updates.
 */
public final class OperationViews {

  /** In the place of a field's name: the document is as it was read. */
  private static final String UNCHANGED = "$unchanged";

  private static final String IS = "$eq";

  /** The operators of guards on a field. */
  private static final Map<Guard.OfField.Kind, String> OPERATORS =
      Map.of(
          Guard.OfField.Kind.IS, IS,
          Guard.OfField.Kind.IN, "$in",
          Guard.OfField.Kind.EXISTS, "$exists",
          Guard.OfField.Kind.ABSENT, "$exists",
          Guard.OfField.Kind.AT_LEAST, "$gte",
          Guard.OfField.Kind.AT_MOST, "$lte");

  private OperationViews() {}

  /** An operation, with all that it does. */
  public static Map<String, Object> of(Operation operation, Redactor redactor) {
    return operation.foldTarget(
        OperationViews::onAccount, document -> onDocument(document, redactor));
  }

  private static Map<String, Object> onAccount(AccountOperation operation) {
    return Json.object(
        Json.lower(operation.direction()),
        operation.account(),
        "amount",
        operation.amount().toDecimal(),
        "currency",
        operation.amount().currency(),
        "atMost",
        operation.isAtMost() ? true : null);
  }

  private static Map<String, Object> onDocument(DocumentOperation operation, Redactor redactor) {
    DocumentRef ref = operation.document();
    CollectionName collection = ref.collection();
    Map<String, Object> all =
        Json.object(
            operation.kind(),
            collection.collection(),
            "cluster",
            collection.cluster(),
            "database",
            collection.database());
    if (operation instanceof InsertDocument insert) {
      all.put("document", ExtendedViews.document(ref, insert.fields(), redactor));
      return all;
    }
    all.put("id", ExtendedViews.value(ref.id()));
    if (!operation.guards().isEmpty()) {
      all.put("where", where(ref, operation.guards(), redactor));
    }
    if (operation instanceof ChangeDocument change) {
      all.put("update", update(ref, change.changes().all(), redactor));
    } else if (operation instanceof AddToField add) {
      boolean isHidden = redactor.hides(ref, add.field());
      all.put("field", add.field());
      all.put("amount", ExtendedViews.shown(isHidden, add.amount()));
      if (add.floor() != AddToField.WIDEST_FLOOR) {
        all.put("floor", ExtendedViews.shown(isHidden, add.floor()));
      }
      if (add.ceiling() != AddToField.WIDEST_CEILING) {
        all.put("ceiling", ExtendedViews.shown(isHidden, add.ceiling()));
      }
    }
    return all;
  }

  /** One object; a list of them where one field is asked the same of twice. */
  private static Object where(DocumentRef ref, List<Guard> guards, Redactor redactor) {
    List<Map<String, Map<String, Object>>> all = new ArrayList<>();
    all.add(new LinkedHashMap<>());
    for (Guard guard : guards) {
      String path = guard.fold(ofField -> ofField.path().toString(), unchanged -> UNCHANGED);
      Map<String, Object> operator =
          guard.fold(
              ofField -> operator(ref, ofField, redactor),
              whole -> ExtendedViews.fields(redactor.shown(ref, whole.fields())));
      Map<String, Object> there = all.get(all.size() - 1).getOrDefault(path, Map.of());
      if (there.keySet().stream().anyMatch(operator::containsKey)) {
        all.add(new LinkedHashMap<>());
      }
      all.get(all.size() - 1).computeIfAbsent(path, none -> new LinkedHashMap<>()).putAll(operator);
    }
    List<Map<String, Object>> shown = all.stream().map(OperationViews::shortened).toList();
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

  /** Returns whether a value would be taken for operators. */
  private static boolean looksLikeOperators(@Nullable Object value) {
    return value instanceof Map<?, ?> map
        && map.keySet().stream().anyMatch(OPERATORS::containsValue);
  }

  private static Map<String, Object> operator(
      DocumentRef ref, Guard.OfField guard, Redactor redactor) {
    Map<String, Object> shown = new LinkedHashMap<>();
    List<@Nullable Object> values = new ArrayList<>();
    for (Value value : guard.values()) {
      values.add(ExtendedViews.value(redactor.shown(ref, guard.path(), value)));
    }
    shown.put(
        Objects.requireNonNull(OPERATORS.get(guard.kind())),
        switch (guard.kind()) {
          case IN -> values;
          case EXISTS, ABSENT -> guard.kind() == Guard.OfField.Kind.EXISTS;
          case IS, AT_LEAST, AT_MOST -> values.get(0);
        });
    return shown;
  }

  private static Map<String, Map<String, Object>> update(
      DocumentRef ref, List<FieldChange> changes, Redactor redactor) {
    Map<String, Map<String, Object>> update = new LinkedHashMap<>();
    for (FieldChange change : changes) {
      update
          .computeIfAbsent("$" + change.kind().word(), none -> new LinkedHashMap<>())
          .put(
              change.path().toString(),
              change.kind() == FieldChange.Kind.UNSET
                  ? ""
                  : ExtendedViews.value(redactor.shown(ref, change.path(), change.value())));
    }
    return update;
  }
}
