package io.twophase.embedded.backend;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.mul;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.twophase.embedded.Served;
import io.twophase.embedded.storage.Storage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonSymbol;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the library does otherwise than MongoDB, and a guarded write would meet it. */
class MongoSemanticsTest {

  private static final int BAD_VALUE = 2;
  private static final int NOT_IMPLEMENTED = 238;
  private static final int INSERTED_TOO_LARGE = 10334;
  private static final int UPDATED_TOO_LARGE = 17419;
  private static final int UPSERTED_TOO_LARGE = 17420;
  private static final int DUPLICATE_KEY = 11000;
  private static final String NINE_MEGABYTES = "x".repeat(9_000_000);

  @AutoClose private final Served served = Served.inMemory();
  private final MongoDatabase database = served.database;
  private final MongoCollection<Document> documents = served.documents;

  private static Document json(String text) {
    return Document.parse(text);
  }

  private void assertPulled(String stored, String pulled, String left) {
    for (boolean modified : List.of(false, true)) {
      documents.deleteMany(new Document());
      documents.insertOne(json("{_id: 1, list: %s, in: {list: %s}}".formatted(stored, stored)));
      Document update =
          json(
              "{$set: {n: 1}, $pull: {other: 5}, $pullAll: {list: %s, 'in.list': %s}}"
                  .formatted(pulled, pulled));
      if (modified) {
        documents.findOneAndUpdate(eq("_id", 1), update);
      } else {
        documents.updateOne(eq("_id", 1), update);
      }
      assertThat(documents.find())
          .containsExactly(json("{_id: 1, list: %s, in: {list: %s}, n: 1}".formatted(left, left)));
    }
  }

  @Test
  void whatIsPulledByValueIsOnlyWhatIsEqual() {
    assertPulled(
        "[{}, {a: 1}, {a: 1, b: 2}, {a: {$numberLong: '1'}}]", "[{a: 1}]", "[{}, {a: 1, b: 2}]");
    assertPulled("[{}, {a: 1}, {}]", "[{}]", "[{a: 1}]");
    assertPulled("[1, [1], 2, null, [2, 3], 1.0]", "[1]", "[[1], 2, null, [2, 3]]");
    assertPulled("[1, [1], {}, {a: 1}, 2, 'x']", "[1, {a: 1}, 'x']", "[[1], {}, 2]");
    assertPulled("[1, [1], [2]]", "[[1]]", "[1, [2]]");
    assertPulled("[1, null]", "[null]", "[1]");
    assertPulled("[1, 2]", "[]", "[1, 2]");
  }

  /** Changes that make a number larger than an int64; at the field, in a document, in an array. */
  @SuppressWarnings("ImmutableEnumChecker") // no update is changed
  private enum Overflow {
    INC(inc("n", 1L)),
    INC_OF_INT(inc("n", 1)),
    INC_TO_INT(inc("i", Long.MAX_VALUE)),
    INC_WITH_SET(combine(inc("n", 1L), set("m", new Document()))),
    MUL(mul("n", 2L)),
    NESTED(inc("in.n", 1L)),
    PLACE(inc("list.1.n", 1L)),
    ALL(inc("list.$[].n", 1L)),
    MATCHED(inc("list.$.n", 1L));

    private final Bson update;

    Overflow(Bson update) {
      this.update = update;
    }
  }

  private static Document full() {
    String most = "n: " + Long.MAX_VALUE;
    return json(
        "{_id: 'A', %s, i: 1, in: {%s}, list: [{%s}, {%s}]}".formatted(most, most, most, most));
  }

  @ParameterizedTest
  @EnumSource
  void aSumThatIsNoInt64IsRefused(Overflow overflow) {
    documents.insertOne(full());

    Bson query = and(eq("_id", "A"), eq("list.n", Long.MAX_VALUE));
    assertThat(refused(() -> documents.updateOne(query, overflow.update))).isEqualTo(BAD_VALUE);
    assertThat(refusedCommand(() -> documents.findOneAndUpdate(query, overflow.update)))
        .isEqualTo(BAD_VALUE);
    assertThat(documents.find().first()).isEqualTo(full());
  }

  @Test
  void theRefusalNamesTheValueAndTheDocument() {
    documents.insertOne(full());

    assertThatThrownBy(() -> documents.updateOne(eq("_id", "A"), inc("n", 1L)))
        .hasMessageContaining(
            "Failed to apply $inc operations to current value ((NumberLong)9223372036854775807)"
                + " for document {_id: A}");
  }

  @Test
  void anUpsertThatSumsUpTooMuchIsRefused() {
    UpdateOptions upsert = new UpdateOptions().upsert(true);

    assertThat(refused(() -> documents.updateOne(eq("n", Long.MAX_VALUE), inc("n", 1L), upsert)))
        .isEqualTo(BAD_VALUE);
    assertThat(documents.countDocuments()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, -1, Long.MIN_VALUE + 1})
  void aSumThatIsAnInt64IsMade(long by) {
    documents.insertOne(new Document("_id", "A").append("n", Long.MAX_VALUE - 1).append("i", 1));

    documents.updateOne(eq("_id", "A"), inc("n", by));
    documents.updateOne(eq("_id", "A"), inc("i", Integer.MAX_VALUE));

    long n = Long.MAX_VALUE - 1 + by;
    assertThat(documents.find())
        .containsExactly(new Document("_id", "A").append("n", n).append("i", 1L << 31));
  }

  @Test
  void aDocumentThatWouldGrowPast16MegabytesIsRefused() {
    Document half = new Document("_id", "A").append("list", List.of(NINE_MEGABYTES));
    documents.insertOne(half);
    documents.insertOne(new Document("_id", "B"));

    List<Bson> growths =
        List.of(
            push("list", NINE_MEGABYTES),
            push("other", new Document("x", NINE_MEGABYTES)),
            set("in.other", NINE_MEGABYTES),
            set("other", NINE_MEGABYTES));
    for (Bson growth : growths) {
      assertThat(refused(() -> documents.updateOne(eq("_id", "A"), growth)))
          .as("%s", growth.getClass())
          .isEqualTo(UPDATED_TOO_LARGE);
      assertThat(refusedCommand(() -> documents.findOneAndUpdate(eq("_id", "A"), growth)))
          .isEqualTo(UPDATED_TOO_LARGE);
    }
    assertThat(documents.find()).as("all of it can be read").hasSize(2);
    assertThat(documents.find(eq("_id", "A")).first()).isEqualTo(half);
  }

  /** Asked of the server itself, since the driver does not send so much in one write. */
  private static de.bwaldvogel.mongo.bson.Document answered(
      de.bwaldvogel.mongo.bson.Document command) {
    StoreBackend backend = new StoreBackend(new DocumentStore(Storage.inMemory()));
    try {
      String name = command.keySet().iterator().next();
      return backend.handleCommand(new EmbeddedChannel(), "bank", name, command);
    } finally {
      backend.close();
    }
  }

  private static de.bwaldvogel.mongo.bson.Document document(String field, Object value) {
    return new de.bwaldvogel.mongo.bson.Document(field, value);
  }

  private static void assertRefused(int code, de.bwaldvogel.mongo.bson.Document command) {
    de.bwaldvogel.mongo.bson.Document answer = answered(command);
    assertThat(answer).containsEntry("n", 0);
    assertThat(answer.get("writeErrors")).asString().contains("\"code\" : " + code);
  }

  @Test
  void anUpsertOfMoreThan16MegabytesIsRefused() {
    de.bwaldvogel.mongo.bson.Document upsert =
        document("q", document("x", NINE_MEGABYTES))
            .append("u", document("$set", document("y", NINE_MEGABYTES)))
            .append("upsert", true);

    assertRefused(UPSERTED_TOO_LARGE, document("update", "c").append("updates", List.of(upsert)));
  }

  @Test
  void anInsertOfMoreThan16MegabytesIsRefused() {
    de.bwaldvogel.mongo.bson.Document large =
        document("_id", 1).append("x", NINE_MEGABYTES).append("y", NINE_MEGABYTES);

    assertRefused(INSERTED_TOO_LARGE, document("insert", "c").append("documents", List.of(large)));
  }

  private List<WriteModel<Document>> bulk() {
    documents.insertMany(
        List.of(
            new Document("_id", 0).append("n", 0L),
            new Document("_id", 1).append("n", Long.MAX_VALUE),
            new Document("_id", 2).append("n", 0L)));
    return List.of(increment(0), increment(1), increment(2));
  }

  private static UpdateOneModel<Document> increment(int id) {
    return new UpdateOneModel<>(eq("_id", id), inc("n", 1L));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anOrderedBulkEndsWithItsFirstErrorAndAnUnorderedOneGoesOn(boolean isOrdered) {
    int made = isOrdered ? 1 : 2;
    List<WriteModel<Document>> bulk = bulk();
    MongoBulkWriteException failed =
        refusedBulk(() -> documents.bulkWrite(bulk, new BulkWriteOptions().ordered(isOrdered)));
    assertThat(failed.getWriteErrors()).extracting(BulkWriteError::getIndex).containsExactly(1);
    assertThat(failed.getWriteResult().getModifiedCount()).isEqualTo(made);
    assertThat(documents.countDocuments(eq("n", 1L))).isEqualTo(made);
  }

  @Test
  void anInsertOfManyCountsThoseThatAreThere() {
    documents.insertOne(new Document("_id", 1));
    List<Document> many =
        List.of(new Document("_id", 0), new Document("_id", 1), new Document("_id", 2));

    assertThat(refusedBulk(() -> documents.insertMany(many)).getWriteResult().getInsertedCount())
        .isEqualTo(1);
    assertThat(documents.countDocuments()).isEqualTo(2);
    documents.deleteOne(eq("_id", 0));

    MongoBulkWriteException failed =
        refusedBulk(() -> documents.insertMany(many, new InsertManyOptions().ordered(false)));
    assertThat(failed.getWriteResult().getInsertedCount()).isEqualTo(2);
    assertThat(failed.getWriteErrors())
        .extracting(BulkWriteError::getCode)
        .containsExactly(DUPLICATE_KEY);
    assertThat(documents.countDocuments()).isEqualTo(3);
  }

  private static MongoBulkWriteException refusedBulk(Runnable insert) {
    return catchThrowableOfType(MongoBulkWriteException.class, insert::run);
  }

  @Test
  void aCommandThatDoesNotSaySoIsOrdered() {
    bulk();
    String more = "u: {$inc: {n: {$numberLong: '1'}}}";
    Document command =
        json(
            "{update: 'c', updates: [{q: {_id: 1}, %s}, {q: {_id: 2}, %s}]}".formatted(more, more));

    assertThat(database.runCommand(command).getList("writeErrors", Document.class)).hasSize(1);
    assertThat(documents.countDocuments(eq("n", 1L))).isZero();
  }

  @Test
  void deletesUpsertsAndReplacementsAreCounted() {
    bulk();

    assertThat(documents.deleteMany(lt("_id", 2)).getDeletedCount()).isEqualTo(2);
    var result =
        documents.bulkWrite(
            List.of(
                new UpdateOneModel<>(eq("_id", 7), inc("n", 1L), new UpdateOptions().upsert(true)),
                new ReplaceOneModel<>(eq("_id", 2), new Document("m", 1))));
    assertThat(result.getUpserts()).hasSize(1);
    assertThat(result.getMatchedCount()).isEqualTo(1);
    assertThat(documents.find(eq("m", 1)).first()).isEqualTo(new Document("_id", 2).append("m", 1));
  }

  /** The time that the library takes for one grows with the square of its names. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pathsAndDocumentsAreAsDeepAsMongoDbStoresThemAndNoDeeper() {
    documents.insertOne(new Document("_id", 1));
    String path = "a" + ".a".repeat(15_000);
    assertThat(refusedCommand(() -> documents.updateOne(eq("_id", 1), set(path, 1)))).isEqualTo(15);
    for (String stage :
        List.of(
            "{$lookup: {from: 'c', localField: '%s', foreignField: 'b', as: 'c'}}",
            "{$project: {b: '$%s'}}")) {
      List<Document> stages = List.of(json(stage.formatted(path)));
      assertThat(refusedCommand(() -> documents.aggregate(stages).first())).isEqualTo(15);
    }
    Document deep = new Document();
    for (int level = 0; level < 250; level++) {
      deep = new Document("a", deep);
    }
    Document tooDeep = deep.append("_id", 2);
    assertThat(refusedCommand(() -> documents.insertOne(tooDeep))).isEqualTo(15);
    // a text is no path
    documents.insertOne(new Document("_id", 3).append("text", path));
    assertThat(documents.find(eq("text", path)).first()).isNotNull();
    documents.updateOne(eq("_id", 1), set("a" + ".a".repeat(98), 1));
  }

  /** The library compares decimals as doubles, and leaves a number that is equal as it is. */
  @Test
  void numbersAreSetAndComparedAsTheyAre() {
    List<Document> queries =
        List.of(
            json("{_id: 1}"),
            new Document("n", decimal(1)),
            json("{unique: 7}"),
            json("{$or: [{_id: {$in: [1, 2]}}]}"));
    documents.createIndex(new Document("unique", 1), new IndexOptions().unique(true));
    for (Document query : queries) {
      for (String path : List.of("n", "in.n", "list.0", "list.1.n", "new.n")) {
        for (boolean modified : List.of(false, true)) {
          documents.deleteMany(new Document());
          String one = "{$numberDecimal: '%s'}".formatted(decimal(1));
          documents.insertOne(
              json(
                  "{_id: 1, unique: 7, n: %s, in: {n: 1}, list: [%s, {n: %s}]}"
                      .formatted(one, one, one)));
          Document update =
              json(
                  """
                  {$set: {'%s': {$numberDecimal: '%s'}, unique: 8},
                  $unset: {'gone.too': ''},
                  $inc: {unique2: 1, count: 1},
                  $push: {pushed: 1, pushed2: null},
                  $setOnInsert: {never: 1}}
                  """
                      .formatted(path, decimal(2)));
          if (modified) {
            documents.findOneAndUpdate(query, update);
          } else {
            assertThat(documents.updateOne(query, update).getModifiedCount()).isOne();
          }
          assertThat(documents.find(eq("unique", 8)).first().toString())
              .as("%s of %s", path, query)
              .contains(decimal(2).toString())
              .contains(decimal(1).toString(), "count=1", "unique2=1", "pushed=[1]")
              .contains("pushed2=[null]")
              .doesNotContain("never");
        }
      }
    }
    documents.replaceOne(eq("_id", 1), new Document("n", decimal(1)).append("m", 1));
    documents.updateOne(eq("_id", 1), combine(set("m", 1L), set("nan", Double.NaN)));
    assertThat(documents.find().first().get("m")).isEqualTo(1L);
    for (Bson wrong :
        List.of(
            eq("n", decimal(2)),
            in("n", decimal(0), decimal(2)),
            gte("n", 9_007_199_254_740_993L),
            gte("nan", 1),
            lte("n", 9_007_199_254_740_992L),
            eq("m", decimal(1)),
            and(eq("m", 1), or(eq("n", decimal(2)), eq("n", 1))))) {
      assertThat(documents.find(wrong)).as("%s", wrong).isEmpty();
      assertThat(documents.updateOne(wrong, set("x", 1)).getMatchedCount()).isZero();
    }
    assertThat(documents.find(and(eq("m", 1), or(eq("n", decimal(1)), eq("n", 1))))).hasSize(1);
    documents.replaceOne(eq("_id", 1), new Document());
    assertThat(documents.find()).containsExactly(new Document("_id", 1));
  }

  @Test
  void aReplacementKeepsTheOrderOfItsFields() {
    documents.insertOne(new Document("_id", 1).append("a", 1).append("b", 2));
    documents.replaceOne(eq("_id", 1), new Document("b", 2).append("a", 1));
    assertThat(documents.find().first().keySet()).containsExactly("_id", "b", "a");
  }

  @Test
  void documentsOfDecimalIdsAreFoundByTheirs() {
    documents.insertOne(new Document("_id", decimal(1)));
    assertThat(documents.find(eq("_id", decimal(2)))).isEmpty();
    assertThat(documents.updateOne(eq("_id", decimal(2)), set("x", 1)).getMatchedCount()).isZero();
    assertThat(documents.find(in("_id", decimal(1), decimal(2)))).hasSize(1);
  }

  /** One of those that are the same double. */
  private static Decimal128 decimal(int hundredths) {
    return Decimal128.parse("9007199254740992.0" + hundredths);
  }

  @Test
  void aFieldThatIsCalledQueryIsNoQuery() {
    documents.insertOne(new Document("_id", 1).append("a", 1));
    documents.insertOne(new Document("_id", 2).append("query", new Document("a", 1)));
    assertThat(documents.deleteMany(eq("query", new Document("a", 1))).getDeletedCount()).isOne();
    assertThat(documents.find()).containsExactly(new Document("_id", 1).append("a", 1));
  }

  @Test
  void whatTheServerWouldNotDoItRefuses() {
    String ignoresCase = "collation: {locale: 'en', strength: 2}}";
    for (String command :
        List.of(
            "{create: 'v', viewOn: 'c'}",
            "{create: 't', timeseries: {timeField: 'at'}}",
            "{create: 'x', validator: {a: 1}}",
            "{create: 'x', " + ignoresCase,
            "{find: 'c', filter: {a: 'X'}, " + ignoresCase,
            "{update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, " + ignoresCase + "]}",
            "{delete: 'c', deletes: [{q: {}, limit: 0, " + ignoresCase + "]}",
            "{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a', " + ignoresCase + "]}",
            "{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a', expireAfterSeconds: 1}]}",
            "{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a', unique: true,"
                + " partialFilterExpression: {b: 1}}]}")) {
      assertThat(refusedCommand(() -> database.runCommand(Document.parse(command))))
          .as(command)
          .isEqualTo(NOT_IMPLEMENTED);
    }
    database.runCommand(Document.parse("{find: 'c', collation: {locale: 'simple'}}"));
    assertThat(database.listCollectionNames()).isEmpty();
  }

  /** The library would take away what a binary value is, make null of one, and answer no other. */
  @Test
  void aValueThatWouldNotBeKeptAsItIsIsRefused() {
    for (BsonValue value :
        List.of(
            new BsonBinary((byte) 0x80, new byte[] {1}),
            new BsonBinary((byte) 5, new byte[16]),
            new BsonUndefined(),
            new BsonSymbol("s"),
            new BsonJavaScriptWithScope("f", new BsonDocument()))) {
      Document written = new Document("in", List.of("a", new Document("v", value)));
      assertThat(refusedCommand(() -> documents.insertOne(written)))
          .as("%s", value)
          .isEqualTo(BAD_VALUE);
    }
    Document kept =
        Document.parse(
            """
            {_id: {$oid: '507f1f77bcf86cd799439011'}, a: [1.5, true, null, {$minKey: 1}, {$maxKey: 1},
              {$date: 5}, {$timestamp: {t: 1, i: 2}}, {$numberDecimal: '1.50'}, {$code: 'f'},
              {$binary: {base64: 'AQ==', subType: '00'}}, {$regularExpression: {pattern: 'a', options: 'i'}}]}\
            """);
    documents.insertOne(kept);
    assertThat(documents.find()).containsExactly(kept);
  }

  private static int refused(Runnable write) {
    MongoWriteException refused = catchThrowableOfType(MongoWriteException.class, write::run);
    assertThat(refused).as("it was made").isNotNull();
    return refused.getCode();
  }

  private static int refusedCommand(Runnable write) {
    MongoCommandException refused = catchThrowableOfType(MongoCommandException.class, write::run);
    assertThat(refused).as("it was made").isNotNull();
    return refused.getCode();
  }
}
