package io.twophase.embedded.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import io.twophase.embedded.EmbeddedServer;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonUndefined;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;

class StoredFieldsTest {

  private static final Document DOCUMENT =
      new Document("_id", new ObjectId())
          .append("text", "täxt")
          .append("none", null)
          .append("int", 1)
          .append("long", 2L)
          .append("double", 3.5)
          .append("yes", true)
          .append("at", Instant.ofEpochMilli(1))
          .append("bytes", new BinData(new byte[] {1, 2}))
          .append("uuid", new UUID(1, 2))
          .append("stamp", new BsonTimestamp(7))
          .append("decimal", Decimal128.ONE)
          .append("list", List.of(1, "a", new Document("b", 2L)))
          .append("part", new Document("c", new Document("d", "e")));

  @Test
  void eachFieldIsReadAsInTheWholeDocument() {
    byte[] stored = DocumentCodec.encode(DOCUMENT);
    Document whole = DocumentCodec.decode(stored);
    for (String name : DOCUMENT.keySet()) {
      Document read = new StoredFields(Set.of(name, "absent")).read(stored);
      assertThat(read.keySet()).containsExactly(name);
      assertThat(read.get(name)).isEqualTo(whole.get(name));
    }
    assertThat(new StoredFields(whole.keySet()).read(stored)).isEqualTo(whole);
  }

  /** Also of the types that the embedded server's library does not write. */
  @Test
  void aValueOfAnyTypeIsPassedOver() {
    BsonDocument all =
        new BsonDocument("regex", new BsonRegularExpression("a.b", "i"))
            .append("pointer", new BsonDbPointer("db.c", new org.bson.types.ObjectId()))
            .append("code", new BsonJavaScript("f()"))
            .append("symbol", new BsonSymbol("s"))
            .append(
                "scope", new BsonJavaScriptWithScope("f()", new BsonDocument("x", BsonNull.VALUE)))
            .append("undefined", new BsonUndefined())
            .append("least", new BsonMinKey())
            .append("greatest", new BsonMaxKey())
            .append("decimal", new BsonDecimal128(org.bson.types.Decimal128.POSITIVE_ZERO))
            .append("empty", new BsonArray())
            .append("täxt", new BsonString("at the end"));
    ByteBuffer stored = new RawBsonDocument(all, new BsonDocumentCodec()).getByteBuffer().asNIO();
    byte[] bytes = new byte[stored.remaining()];
    stored.get(bytes);

    assertThat(new StoredFields(Set.of("täxt", "absent")).read(bytes))
        .isEqualTo(new Document("täxt", "at the end"));
  }

  @Test
  void aQueryNamesItsFieldsUnlessItMayAskAboutAny() {
    Document member = new Document("$or", List.of(new Document("b.c", 1), new Document("d", 2)));
    assertThat(
            StoredFields.of(
                    new Document("a", 1).append("$and", List.of(member)), new Document("n.m", -1))
                .map(StoredFields::names))
        .contains(Set.of("a", "b", "d", "n"));
    assertThat(StoredFields.of(new Document(), null).map(StoredFields::names)).contains(Set.of());
    assertThat(StoredFields.of(new Document("$expr", new Document()), null)).isEmpty();
    assertThat(StoredFields.of(new Document("$and", List.of(new Document("$where", "x"))), null))
        .isEmpty();
  }

  @Test
  void aSortedAnswerHasWholeDocumentsOrWhatWasAskedForOfThem() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri())) {
      MongoCollection<org.bson.Document> c = client.getDatabase("db").getCollection("c");
      c.insertMany(
          IntStream.range(0, 50)
              .mapToObj(
                  i ->
                      new org.bson.Document("_id", i)
                          .append("kind", i % 2)
                          .append("x", new org.bson.Document("n", -i))
                          .append("more", "text " + i))
              .toList());
      assertThat(c.find(Filters.eq("kind", 1)).sort(Sorts.ascending("x.n")).skip(1).limit(2))
          .extracting(org.bson.Document::toJson)
          .containsExactly(
              "{\"_id\": 47, \"kind\": 1, \"x\": {\"n\": -47}, \"more\": \"text 47\"}",
              "{\"_id\": 45, \"kind\": 1, \"x\": {\"n\": -45}, \"more\": \"text 45\"}");
      assertThat(
              c.find(Filters.gte("_id", 20))
                  .sort(Sorts.ascending("x.n"))
                  .projection(Projections.include("more"))
                  .batchSize(7))
          .hasSize(30)
          .startsWith(new org.bson.Document("_id", 49).append("more", "text 49"));
      assertThat(c.find().sort(Sorts.ascending("x.n")).skip(60)).isEmpty();
    }
  }
}
