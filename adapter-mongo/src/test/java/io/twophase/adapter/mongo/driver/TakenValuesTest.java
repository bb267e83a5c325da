package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.testing.FaultyServer.once;
import static io.twophase.adapter.mongo.testing.FaultyServer.where;
import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.testing.Documents.absent;
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
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
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

  private static final DocumentRef A = order("a");
  private static final Fields NULL_EMAIL = Fields.of(new Field("email", new Value.Null()));

  private static MongoCollection<BsonDocument> orders() {
    return Servers.bank(CLIENT, "orders");
  }

  private static void unique(String keys, boolean sparse) {
    orders()
        .createIndex(
            BsonDocument.parse(keys), new IndexOptions().unique(true).sparse(sparse).name("i"));
  }

  private static void stored(String json) {
    orders().insertOne(BsonDocument.parse(json));
  }

  private static Holding holding() {
    return new Holding(Servers.bank(CLIENT));
  }

  private static void held(DocumentOperation operation) {
    holding().held(on("t", operation));
  }

  private static void assertTaken(DocumentRef document, String fields, Placing asked) {
    assertThat(holding().refusal(asked))
        .isEqualTo(new DocumentRefusal.ValueTaken(document, "i", fields));
  }

  /** As where a placeholder was met that is gone when its document is read. */
  private static void keepsOneOut() {
    SERVER.on("insert", where("insert", "orders", once(TakenValuesTest::duplicate)));
  }

  private static Document duplicate(UnaryOperator<Document> sound, Document command) {
    return new Document("ok", 1.0)
        .append("n", 0)
        .append(
            "writeErrors",
            List.of(
                new Document("index", 0)
                    .append("code", 11000)
                    .append("errmsg", "E11000 duplicate key error collection: bank.orders")));
  }

  @Test
  void whatHasNoFieldOfASparseIndexTakesNoValueOfIt() {
    unique("{email: 1}", true);
    stored("{_id: 'there'}");
    keepsOneOut();

    held(insert(A, fields("n", 1)));
    keepsOneOut();
    held(absent(order("b")));
  }

  @Test
  void aNullInASparseIndexIsNoMissingField() {
    unique("{email: 1}", true);
    stored("{_id: 'there'}");
    keepsOneOut();

    held(insert(A, NULL_EMAIL));
    orders().deleteMany(new BsonDocument());
    stored("{_id: 'there', email: null}");
    keepsOneOut();
    assertTaken(A, "email", on("t", insert(A, NULL_EMAIL)));
  }

  @Test
  void aSparseIndexOfSeveralFieldsHasWhatHasOneOfThem() {
    unique("{shop: 1, email: 1}", true);
    stored("{_id: 'there'}");
    stored("{_id: 'same', shop: 1}");
    keepsOneOut();

    assertTaken(A, "shop, email", on("t", insert(A, fields("shop", 1))));
    keepsOneOut();
    held(insert(A, NULL_EMAIL));
  }

  @Test
  void anIdIsAnotherWhereACollationTakesItForTheSame() {
    unique("{name: 1}", false);
    stored("{_id: 'Bob', name: 'Bob'}");
    SERVER.on("insert", where("insert", "orders", TakenValuesTest::duplicate));
    SERVER.on("listIndexes", TakenValuesTest::withCollation);
    SERVER.on("find", TakenValuesTest::byCollation);

    assertTaken(order("bob"), "name", on("t", insert(order("bob"), fields("name", "bob"))));
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
