package io.twophase.console.view;

import io.twophase.adapter.mongo.document.ExtendedJson;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Documents and their values as Extended JSON, within machine-readable answers. */
public final class ExtendedViews {

  private static final String ONLY = "v";

  private ExtendedViews() {}

  /** A value; null is one. */
  public static @Nullable Object value(Value value) {
    return fields(Fields.of(new Field(ONLY, value))).get(ONLY);
  }

  /** A document of these fields. */
  public static Map<String, Object> fields(Fields fields) {
    return Json.parsed(ExtendedJson.text(fields));
  }

  /** The id of a document: a text as it is, anything else in words. */
  public static String id(DocumentRef document) {
    return document.id() instanceof Value.Text text ? text.value() : document.id().words();
  }

  /** A document's own fields, behind its id. */
  public static Map<String, Object> document(DocumentRef ref, Fields fields) {
    List<Field> all = new ArrayList<>();
    all.add(new Field(Names.ID, ref.id()));
    all.addAll(fields.all());
    return fields(new Fields(all));
  }

  /** A document as it is stored, with what the protocol keeps in it. */
  public static Map<String, Object> stored(Document stored) {
    Map<String, Object> all = document(stored.ref(), stored.fields());
    if (stored.placeholder()) {
      all.put(Names.PLACEHOLDER, true);
    }
    for (Document.LastTransaction last : stored.lastTransaction()) {
      all.put(Names.LAST_TRANSACTION, Json.object("id", last.id(), "home", last.home()));
    }
    if (!stored.holds().isEmpty()) {
      all.put(Names.PENDING, stored.holds().stream().map(ExtendedViews::hold).toList());
    }
    if (!stored.escrow().isEmpty()) {
      Map<String, Object> escrow = Json.object();
      stored
          .escrow()
          .toSortedMap(String::compareTo, entry -> entry._1(), entry -> entry._2())
          .forEach((field, bounds) -> escrow.put(field, bounds(bounds)));
      all.put(Names.ESCROW, escrow);
    }
    return all;
  }

  private static Map<String, Object> hold(Hold hold) {
    boolean isOfBatch = Views.isOfBatch(hold);
    return Json.object(
        "id", hold.transaction(),
        "epoch", hold.epoch().value(),
        "mode", hold.mode(),
        "amount", amount(hold),
        "debit", isOfBatch ? hold.range().debit() : null,
        "credit", isOfBatch ? hold.range().credit() : null);
  }

  /** By how much a hold of one transaction moves a field; null if the hold is no such hold. */
  public static @Nullable Long amount(Hold hold) {
    return hold.mode() == HoldMode.ESCROW && !hold.record().isOfMany()
        ? hold.range().credit() - hold.range().debit()
        : null;
  }

  private static Map<String, Object> bounds(Document.Escrow bounds) {
    return Json.object(
        "available", bounds.available(),
        "receivable", bounds.receivable(),
        "floor", bounds.floor(),
        "ceiling", bounds.ceiling());
  }
}
