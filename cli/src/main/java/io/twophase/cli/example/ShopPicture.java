package io.twophase.cli.example;

import io.twophase.adapter.mongo.StoredDocuments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pictures of all documents of the shop, reduced to the fields that teach. */
final class ShopPicture {

  private static final String HOLDS = "pendingTransactions";

  private static final Map<String, List<String>> FIELDS = new LinkedHashMap<>();

  static {
    FIELDS.put("transactions", List.of("_id", "state", "epoch"));
    FIELDS.put("accounts", List.of("_id", "balance", "available", HOLDS));
    FIELDS.put(
        "orders", List.of("_id", "status", "price", "placeholder", "lastTransaction", HOLDS));
    FIELDS.put("payments", List.of("_id", "order", "placeholder", "lastTransaction", HOLDS));
  }

  private static final List<String> OF_A_HOLD = List.of("id", "epoch", "mode", "debit", "credit");

  private ShopPicture() {}

  static List<Map<String, Object>> of(StoredDocuments documents) {
    List<Map<String, Object>> all = new ArrayList<>();
    FIELDS.forEach(
        (collection, fields) ->
            documents.of(collection).forEach(document -> all.add(reduced(document, fields))));
    return all;
  }

  /** Whether a transaction holds the document. */
  static boolean isHeld(Map<String, Object> document) {
    return document.containsKey(HOLDS);
  }

  private static Map<String, Object> reduced(Map<?, ?> document, List<String> fields) {
    Map<String, Object> reduced = new LinkedHashMap<>();
    for (String field : fields) {
      Object value = document.get(field);
      if (value instanceof List<?> holds) {
        List<Map<String, Object>> shown = new ArrayList<>();
        holds.forEach(hold -> shown.add(reduced((Map<?, ?>) hold, OF_A_HOLD)));
        if (!shown.isEmpty()) {
          reduced.put(field, shown);
        }
      } else if (value instanceof Map<?, ?> transaction) {
        reduced.put(field, reduced(transaction, OF_A_HOLD));
      } else if (value != null) {
        reduced.put(field, value);
      }
    }
    return reduced;
  }
}
