package io.twophase.cli.view;

import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.domain.document.DocumentRef;
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
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operations as the command {@code run} reads them. */
public final class OperationViews {

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
        Views.lower(operation.direction()),
        operation.account().value(),
        "amount",
        operation.amount().toDecimal(),
        "currency",
        operation.amount().currency().getCurrencyCode(),
        "atMost",
        operation.isAtMost() ? true : null);
  }

  private static Map<String, Object> named(DocumentOperation operation) {
    DocumentRef ref = operation.document();
    return Json.object(
        operation.kind(),
        ref.collection().collection(),
        "cluster",
        ref.collection().cluster().getOrNull(),
        "database",
        ref.collection().database().getOrNull());
  }

  private static final class OnDocument implements DocumentOperation.Cases<Map<String, Object>> {
    @Override
    public Map<String, Object> insert(InsertDocument operation) {
      return with(
          named(operation),
          "document",
          ExtendedViews.document(operation.document(), operation.fields()));
    }

    @Override
    public Map<String, Object> change(ChangeDocument operation) {
      return with(
          guarded(operation, operation.guards()),
          "update",
          ConditionViews.update(operation.changes()));
    }

    @Override
    public Map<String, Object> remove(RemoveDocument operation) {
      return guarded(operation, operation.guards());
    }

    @Override
    public Map<String, Object> check(CheckDocument operation) {
      return guarded(operation, operation.guards());
    }

    @Override
    public Map<String, Object> absent(CheckAbsent operation) {
      return identified(operation);
    }

    @Override
    public Map<String, Object> add(AddToField operation) {
      Map<String, Object> add = identified(operation);
      add.put("field", operation.field());
      add.put("amount", operation.amount());
      if (operation.floor() != AddToField.WIDEST_FLOOR) {
        add.put("floor", operation.floor());
      }
      if (operation.ceiling() != AddToField.WIDEST_CEILING) {
        add.put("ceiling", operation.ceiling());
      }
      return add;
    }
  }

  private static Map<String, Object> identified(DocumentOperation operation) {
    return with(named(operation), "id", ExtendedViews.value(operation.document().id()));
  }

  private static Map<String, Object> guarded(DocumentOperation operation, List<Guard> guards) {
    Map<String, Object> all = identified(operation);
    return guards.isEmpty() ? all : with(all, "where", ConditionViews.where(guards));
  }

  private static Map<String, Object> with(
      Map<String, Object> all, String name, @Nullable Object value) {
    all.put(name, value);
    return all;
  }
}
