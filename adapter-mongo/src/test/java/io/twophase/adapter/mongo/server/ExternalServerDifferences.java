package io.twophase.adapter.mongo.server;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Asks the server that is given whether it sorts texts by code point, as MongoDB does, and skips
 * the tests that ask for it where it does not: it may be a mongo-java-server.
 */
final class ExternalServerDifferences implements ExecutionCondition {

  private static final Map<String, Bson> SORTED_BY =
      Map.of(
          JavaServerDifferences.SCAN_OF_RECORDS,
          Sorts.ascending("_id"),
          JavaServerDifferences.SCAN_OF_ACCOUNTS,
          Sorts.ascending("_id"),
          "Those begun at one moment come by their ids",
          Sorts.ascending("n", "_id"));

  /** In the order of their code points, and not of their UTF-16 units. */
  private static final List<String> TEXTS = List.of("\uFFFD", "\uD83D\uDE00");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return JavaServerDifferences.named(context, SORTED_BY)
            .filter(order -> !sortsByCodePoint(order))
            .isEmpty()
        ? ConditionEvaluationResult.enabled("as MongoDB does")
        : ConditionEvaluationResult.disabled("the given server sorts texts by UTF-16 unit");
  }

  private static boolean sortsByCodePoint(Bson order) {
    try (MongoClient client = MongoClients.create(System.getProperty("mongodb.uri"))) {
      String name = "twophase_test_" + UUID.randomUUID().toString().substring(0, 13);
      MongoDatabase database = client.getDatabase(name);
      try {
        MongoCollection<Document> texts = database.getCollection("texts");
        TEXTS.forEach(text -> texts.insertOne(new Document("_id", text).append("n", 1)));
        return texts
            .find()
            .sort(order)
            .map(found -> found.getString("_id"))
            .into(new ArrayList<>())
            .equals(TEXTS);
      } finally {
        database.drop();
      }
    }
  }
}
