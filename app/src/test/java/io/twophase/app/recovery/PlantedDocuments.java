package io.twophase.app.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import java.time.Duration;
import java.util.Objects;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Documents that a test plants as the server keeps them. */
record PlantedDocuments(FreshDatabase fresh) {

  /** The document as it is stored. */
  BsonDocument stored(String collection, String id) {
    return Objects.requireNonNull(
        fresh.collection(collection).find(new BsonDocument("_id", new BsonString(id))).first());
  }

  /** A copy of a good document under another id, of which one field cannot be read. */
  void copy(String collection, String good, String id, String field, BsonValue odd) {
    BsonDocument copy = stored(collection, good).clone();
    copy.put("_id", new BsonString(id));
    copy.put(field, odd);
    fresh.collection(collection).insertOne(copy);
  }

  /** One field of a document cannot be read from now on. */
  void damage(String collection, BsonValue id, String field, BsonValue odd) {
    assertThat(
            fresh
                .collection(collection)
                .updateOne(
                    new BsonDocument("_id", id),
                    new BsonDocument("$set", new BsonDocument(field, odd)))
                .getMatchedCount())
        .as(collection + " " + id)
        .isOne();
  }

  /** All dates of the records are so much earlier. */
  void timePasses(Duration time) {
    for (BsonDocument record : fresh.collection("transactions").find()) {
      BsonDocument older = record.clone();
      record.forEach(
          (field, value) -> {
            if (value.isDateTime()) {
              older.put(field, new BsonDateTime(value.asDateTime().getValue() - time.toMillis()));
            }
          });
      fresh
          .collection("transactions")
          .replaceOne(new BsonDocument("_id", record.get("_id")), older);
    }
  }
}
