package io.twophase.console.view;

import io.twophase.adapter.mongo.document.ExtendedJson;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  public static Map<String, Object> document(DocumentRef ref, Fields fields, Redactor redactor) {
    List<Field> all = new ArrayList<>();
    all.add(new Field(Names.ID, ref.id()));
    all.addAll(redactor.shown(ref, fields).all());
    return fields(new Fields(all));
  }

  /** A document as it is stored, with what the protocol keeps in it. */
  public static Map<String, Object> stored(Document stored, Redactor redactor) {
    DocumentRef ref = stored.ref();
    Map<String, Object> all = document(ref, stored.fields(), redactor);
    if (stored.placeholder()) {
      all.put(Names.PLACEHOLDER, true);
    }
    for (Document.LastTransaction last : stored.lastTransaction().stream().toList()) {
      all.put(Names.LAST_TRANSACTION, Json.object("id", last.id(), "home", last.home()));
    }
    if (!stored.holds().isEmpty()) {
      all.put(
          Names.PENDING, stored.holds().stream().map(hold -> hold(ref, hold, redactor)).toList());
    }
    if (!stored.escrow().isEmpty()) {
      Map<String, Object> escrow = Json.object();
      new TreeMap<>(stored.escrow())
          .forEach(
              (field, bounds) ->
                  escrow.put(field, redactor.hides(ref, field) ? Redactor.HIDDEN : bounds(bounds)));
      all.put(Names.ESCROW, escrow);
    }
    return all;
  }

  private static Map<String, Object> hold(DocumentRef ref, Hold hold, Redactor redactor) {
    Map<String, Object> json =
        Json.object(
            "id", hold.transaction(),
            "epoch", hold.epoch().value(),
            "mode", hold.mode());
    json.putAll(range(ref, hold, redactor));
    return json;
  }

  /** By how much a hold of a document moves a field, or may; nothing of a hold of the whole. */
  static Map<String, Object> range(DocumentRef ref, Hold hold, Redactor redactor) {
    if (hold.mode() != HoldMode.ESCROW) {
      return Map.of();
    }
    boolean isHidden = hold.fields().stream().anyMatch(field -> redactor.hides(ref, field));
    long debit = hold.range().debit();
    long credit = hold.range().credit();
    return Views.isOfBatch(hold)
        ? Json.object("debit", shown(isHidden, debit), "credit", shown(isHidden, credit))
        : Json.object("amount", shown(isHidden, credit - debit));
  }

  /** A number of a field, unless that is hidden. */
  static Object shown(boolean isHidden, long number) {
    return isHidden ? Redactor.HIDDEN : number;
  }

  private static Map<String, Object> bounds(Document.Escrow bounds) {
    return Json.object(
        "available", bounds.available(),
        "receivable", bounds.receivable(),
        "floor", bounds.floor(),
        "ceiling", bounds.ceiling());
  }
}
