package io.twophase.cli.demo;

import io.twophase.adapter.mongo.StoredDocuments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A picture of all documents of a database, reduced to the fields that teach.
 *
 * @param shown the collections, in the order in which they are shown
 * @param ofAHold the fields of a hold that are shown; none if holds are whole
 */
record Picture(List<Fields> shown, List<String> ofAHold) {

  private static final String HOLDS = "pendingTransactions";

  /** The transactions and the accounts of a transfer. */
  static final Picture TRANSFER =
      new Picture(
          List.of(
              Fields.of("transactions", "_id", "source", "destination", "value", "state", "epoch"),
              Fields.of("accounts", "_id", "balance", "available", "receivable", HOLDS)),
          List.of());

  /** The documents of a shop. */
  static final Picture SHOP =
      new Picture(
          List.of(
              Fields.of("transactions", "_id", "state", "epoch"),
              Fields.of("accounts", "_id", "balance", "available", HOLDS),
              Fields.of(
                  "orders", "_id", "status", "price", "placeholder", "lastTransaction", HOLDS),
              Fields.of("payments", "_id", "order", "placeholder", "lastTransaction", HOLDS)),
          List.of("id", "epoch", "mode", "debit", "credit"));

  /** The fields of a collection's documents. */
  record Fields(String collection, List<String> names) {
    static Fields of(String collection, String... names) {
      return new Fields(collection, List.of(names));
    }
  }

  /** The documents as they are now. */
  List<Map<String, Object>> of(StoredDocuments documents) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Fields fields : shown) {
      documents.of(fields.collection()).forEach(each -> all.add(reduced(each, fields.names())));
    }
    return all;
  }

  /** Returns whether a transaction holds a document of which not all is shown. */
  static boolean isHeld(Map<String, Object> document) {
    return document.containsKey(HOLDS);
  }

  private Map<String, Object> reduced(Map<?, ?> document, List<String> names) {
    Map<String, Object> reduced = new LinkedHashMap<>();
    for (String name : names) {
      Object value = shown(document.get(name));
      if (value != null) {
        reduced.put(name, value);
      }
    }
    return reduced;
  }

  /** A value with reduced holds; where they are reduced, an empty list of holds is not shown. */
  private @Nullable Object shown(@Nullable Object value) {
    if (ofAHold.isEmpty()) {
      return value;
    } else if (value instanceof List<?> holds) {
      return holds.isEmpty()
          ? null
          : holds.stream().map(hold -> reduced((Map<?, ?>) hold, ofAHold)).toList();
    }
    return value instanceof Map<?, ?> transaction ? reduced(transaction, ofAHold) : value;
  }
}
