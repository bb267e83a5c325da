package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.testing.FaultyServer.where;
import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A placeholder was kept out by a key: who has a value of a unique index, if it was one. */
class TakenValuesTest {

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");

  private static MongoCollection<BsonDocument> orders() {
    return Servers.bank(CLIENT, "orders");
  }

  @Test
  void anIdIsAnotherWhereACollationTakesItForTheSame() {
    orders()
        .createIndex(BsonDocument.parse("{name: 1}"), new IndexOptions().unique(true).name("i"));
    orders().insertOne(BsonDocument.parse("{_id: 'Bob', name: 'Bob'}"));
    SERVER.on("insert", where("insert", "orders", FaultyServer.refusing(11000, "_id")));
    SERVER.on("listIndexes", TakenValuesTest::withCollation);
    SERVER.on("find", TakenValuesTest::byCollation);

    assertThat(
            new Holding(Servers.bank(CLIENT))
                .refusal(on("t", insert(order("bob"), fields("name", "bob")))))
        .isEqualTo(new DocumentRefusal.ValueTaken(order("bob"), "i", "name"));
  }

  private static Document withCollation(UnaryOperator<Document> sound, Document command) {
    Document answer = sound.apply(command);
    for (Document index : batch(answer)) {
      if ("i".equals(index.get("name"))) {
        index.append("collation", new Document("locale", "en").append("strength", 2));
      }
    }
    return answer;
  }

  /** This server compares bytewise; what has a collation is compared here, whatever its case. */
  private static Document byCollation(UnaryOperator<Document> sound, Document command) {
    if (!command.containsKey("collation")) {
      return sound.apply(command);
    }
    Document all = command.clone();
    all.remove("collation");
    all.put("filter", new Document());
    Document answer = sound.apply(all);
    ((Document) answer.get("cursor"))
        .put(
            "firstBatch",
            batch(answer).stream()
                .filter(found -> matches(found, (Document) command.get("filter")))
                .toList());
    return answer;
  }

  @SuppressWarnings("unchecked")
  private static List<Document> batch(Document answer) {
    return new ArrayList<>(
        (Collection<Document>) ((Document) answer.get("cursor")).get("firstBatch"));
  }

  @SuppressWarnings("unchecked")
  private static boolean matches(Document found, Document filter) {
    for (Map.Entry<String, Object> condition : filter.entrySet()) {
      boolean holds =
          switch (condition.getKey()) {
            case "$and" ->
                ((Collection<Document>) condition.getValue())
                    .stream().allMatch(one -> matches(found, one));
            case "$or" ->
                ((Collection<Document>) condition.getValue())
                    .stream().anyMatch(one -> matches(found, one));
            default -> isAs(found.get(condition.getKey()), (Document) condition.getValue());
          };
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAs(Object value, Document asked) {
    boolean isNot = asked.containsKey("$ne");
    Object other = asked.get(isNot ? "$ne" : "$eq");
    return isNot != String.valueOf(value).equalsIgnoreCase(String.valueOf(other));
  }
}
