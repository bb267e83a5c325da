package io.twophase.cli.demo;

import io.twophase.adapter.mongo.StoredDocuments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pictures of all documents, reduced to the fields that teach. */
final class Pictures {

  private static final List<String> OF_A_TRANSACTION =
      List.of("_id", "source", "destination", "value", "state", "epoch");

  private static final List<String> OF_AN_ACCOUNT =
      List.of("_id", "balance", "available", "receivable", "pendingTransactions");

  private Pictures() {}

  /** The transactions, then the accounts, as they are now. */
  static List<Map<String, Object>> of(StoredDocuments documents) {
    List<Map<String, Object>> all = new ArrayList<>();
    add(documents.of("transactions"), OF_A_TRANSACTION, all);
    add(documents.of("accounts"), OF_AN_ACCOUNT, all);
    return all;
  }

  private static void add(
      List<Map<String, Object>> documents, List<String> fields, List<Map<String, Object>> all) {
    for (Map<String, Object> document : documents) {
      Map<String, Object> reduced = new LinkedHashMap<>();
      for (String field : fields) {
        Object value = document.get(field);
        if (value != null) {
          reduced.put(field, value);
        }
      }
      all.add(reduced);
    }
  }
}
