package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/**
 * The batches of a database by their ids, read and understood without any of the code under test.
 */
record BatchDocuments(Map<String, Document> batches) {

  private static final String KIND = "kind";

  static BatchDocuments in(MongoDatabase database) {
    Map<String, Document> batches = new HashMap<>();
    database
        .getCollection("transactions")
        .find(Filters.eq(KIND, "batch"))
        .forEach(batch -> batches.put(batch.getString("_id"), batch));
    return new BatchDocuments(batches);
  }

  /** Whether it is the record of a batch, and no transaction. */
  static boolean isBatch(Document document) {
    return "batch".equals(document.getString(KIND));
  }

  /** Puts into each transfer of a batch what its batch says of it. */
  void show(List<Document> transactions) {
    for (Document transaction : transactions) {
      String named = transaction.getString("batch");
      if (named != null) {
        assertThat(transaction).doesNotContainKeys("state", "epoch");
        Document batch = batches.get(named);
        assertThat(batch).as(transaction::toJson).isNotNull();
        transaction.append("state", state(batch, transaction.getString("_id")));
        transaction.append("epoch", batch.getLong("epoch"));
      }
    }
  }

  private static String state(Document batch, String id) {
    String state = batch.getString("state");
    if (!list(batch, "members", String.class).contains(id)
        || list(batch, "left", String.class).contains(id)) {
      return "left out";
    }
    boolean isRefused =
        list(batch, "refused", Document.class).stream()
                .anyMatch(one -> id.equals(one.get("member")))
            || list(batch, "excluded", Document.class).stream()
                .anyMatch(one -> id.equals(one.get("member")));
    return isRefused && state.equals("done") ? "canceled" : state;
  }

  private static <T> List<T> list(Document batch, String field, Class<T> type) {
    List<T> list = batch.getList(field, type);
    return list == null ? List.of() : list;
  }
}
