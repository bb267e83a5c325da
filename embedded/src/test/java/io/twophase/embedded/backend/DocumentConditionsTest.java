package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import io.twophase.embedded.Served;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A document without operators, as a condition, is met by an equal document and by nothing else.
 */
class DocumentConditionsTest {

  private static final Document EMPTY = new Document();
  private static final Document OF_NULL = new Document("a", null);

  @AutoClose private final Served served = Served.inMemory();
  private final MongoCollection<Document> collection = served.documents;

  @BeforeEach
  void store() {
    String json =
        "{f: ['text', 7, null, {}, {a: null}, {a: 1}, {a: 1, b: 2}, [], [1, {}], [{x: {}}]]}";
    List<Object> values = Document.parse(json).getList("f", Object.class);
    for (int at = 0; at < values.size(); at++) {
      collection.insertOne(new Document("_id", at).append("f", values.get(at)));
    }
    collection.insertOne(new Document("_id", values.size()));
  }

  private List<Object> found(Document query) {
    return collection.find(query).map(one -> one.get("_id")).into(new ArrayList<>());
  }

  private static Document f(Object condition) {
    return new Document("f", condition);
  }

  @Test
  void onAField() {
    assertThat(found(f(EMPTY))).containsExactly(3, 8);
    assertThat(found(f(OF_NULL))).containsExactly(4);
    assertThat(found(f(new Document("a", 1)))).containsExactly(5);
    assertThat(found(f(new Document("b", 2).append("a", 1)))).isEmpty();
  }

  @Test
  void withinOtherQueries() {
    assertThat(found(new Document("$and", List.of(f(EMPTY), new Document("_id", 3)))))
        .containsExactly(3);
    assertThat(found(new Document("$or", List.of(f(EMPTY), f(7))))).containsExactly(1, 3, 8);
    assertThat(found(new Document("$nor", List.of(f(EMPTY))))).hasSize(9);
    assertThat(found(f(new Document("$elemMatch", new Document("x", EMPTY))))).containsExactly(9);
    assertThat(found(f(new Document("$in", List.of(EMPTY))))).containsExactly(3, 8);
  }

  @Test
  void asAnId() {
    collection.insertOne(new Document("_id", EMPTY));
    collection.insertOne(new Document("_id", OF_NULL));
    assertThat(found(new Document("_id", EMPTY))).containsExactly(EMPTY);
    assertThat(found(new Document("_id", OF_NULL))).containsExactly(OF_NULL);
    assertThat(found(new Document("_id", new Document("$in", List.of(EMPTY, 1)))))
        .containsExactlyInAnyOrder(EMPTY, 1);
    Document set = new Document("$set", f(1));
    assertThat(collection.updateMany(new Document("_id", EMPTY), set).getMatchedCount()).isOne();
    assertThat(collection.deleteMany(new Document("_id", EMPTY)).getDeletedCount()).isOne();
  }
}
