package io.twophase.cli.view;

import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final Set<String> OPERATORS = Set.of(IS, "$in", "$exists", "$gte", "$lte");

  private OperationViews() {}

  /** An operation, with all that it does. */
  public static Map<String, Object> of(Operation operation) {
    return operation.foldTarget(OperationViews::onAccount, on -> on.fold(new OnDocument()));
  }

  /** An operation on a document, on one line, behind its kind. */
  public static String line(DocumentOperation operation) {
    Map<String, Object> all = of(operation);
    all.keySet().removeAll(List.of(operation.kind(), "cluster", "database", "id"));
    return Lines.cut(
        "document " + operation.document() + (all.isEmpty() ? "" : "  " + Json.line(all)));
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

  private static final class OnDocument implements DocumentOperation.Cases<Map<String, Object>> {

    @Override
    public Map<String, Object> insert(InsertDocument insert) {
      Map<String, Object> document = ExtendedViews.document(insert.document(), insert.fields());
      return with(named(insert), "document", document);
    }

    @Override
    public Map<String, Object> change(ChangeDocument change) {
      return with(guarded(change, change.guards()), "update", update(change.changes().all()));
    }

    @Override
    public Map<String, Object> remove(RemoveDocument remove) {
      return guarded(remove, remove.guards());
    }

    @Override
    public Map<String, Object> check(CheckDocument check) {
      return guarded(check, check.guards());
    }

    @Override
    public Map<String, Object> absent(CheckAbsent absent) {
      return identified(absent);
    }

    @Override
    public Map<String, Object> add(AddToField add) {
      Map<String, Object> view = identified(add);
      view.putAll(
          Json.object(
              "field",
              add.field(),
              "amount",
              add.amount(),
              "floor",
              add.floor() == AddToField.WIDEST_FLOOR ? null : add.floor(),
              "ceiling",
              add.ceiling() == AddToField.WIDEST_CEILING ? null : add.ceiling()));
      return view;
    }
  }

  private static Map<String, Object> named(DocumentOperation operation) {
    return Json.object(
        operation.kind(),
        operation.document().collection().collection(),
        "cluster",
        operation.document().collection().cluster(),
        "database",
        operation.document().collection().database());
  }

  private static Map<String, Object> identified(DocumentOperation operation) {
    return with(named(operation), "id", ExtendedViews.value(operation.document().id()));
  }

  private static Map<String, Object> guarded(DocumentOperation operation, List<Guard> guards) {
    Map<String, Object> all = identified(operation);
    return guards.isEmpty() ? all : with(all, "where", where(guards));
  }

  /** One object; a list of them where one field is asked the same of twice. */
  private static Object where(List<Guard> guards) {
    List<Map<String, Map<String, Object>>> all = new ArrayList<>();
    all.add(new LinkedHashMap<>());
    for (Guard guard : guards) {
      Map<String, Object> operator = guard.fold(new Operators());
      String path = guard instanceof Guard.OfField field ? field.path().toString() : UNCHANGED;
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

  /** Whether a value would be taken for operators. */
  private static boolean looksLikeOperators(@Nullable Object value) {
    return value instanceof Map<?, ?> map && map.keySet().stream().anyMatch(OPERATORS::contains);
  }

  private static final class Operators implements Guard.Cases<Map<String, Object>> {

    @Override
    public Map<String, Object> unchanged(Guard.Unchanged guard) {
      return ExtendedViews.fields(guard.fields());
    }

    @Override
    public Map<String, Object> is(Guard.Is guard) {
      return one(IS, guard.value());
    }

    @Override
    public Map<String, Object> in(Guard.In guard) {
      return with("$in", guard.values().stream().map(ExtendedViews::value).toList());
    }

    @Override
    public Map<String, Object> exists(Guard.Exists guard) {
      return with("$exists", true);
    }

    @Override
    public Map<String, Object> absent(Guard.Absent guard) {
      return with("$exists", false);
    }

    @Override
    public Map<String, Object> atLeast(Guard.AtLeast guard) {
      return one("$gte", guard.value());
    }

    @Override
    public Map<String, Object> atMost(Guard.AtMost guard) {
      return one("$lte", guard.value());
    }
  }

  private static Map<String, Map<String, Object>> update(List<FieldChange> changes) {
    Map<String, Map<String, Object>> update = new LinkedHashMap<>();
    for (FieldChange change : changes) {
      with(
          update.computeIfAbsent("$" + change.kind().word(), none -> new LinkedHashMap<>()),
          change.path().toString(),
          change.kind() == FieldChange.Kind.UNSET ? "" : ExtendedViews.value(change.value()));
    }
    return update;
  }

  private static Map<String, Object> one(String operator, Value value) {
    return with(operator, ExtendedViews.value(value));
  }

  private static Map<String, Object> with(String name, @Nullable Object value) {
    return with(new LinkedHashMap<>(), name, value);
  }

  /** With a value that may be null, which JSON shows too. */
  private static Map<String, Object> with(
      Map<String, Object> all, String name, @Nullable Object value) {
    all.put(name, value);
    return all;
  }
}
