package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static io.twophase.domain.testing.Documents.remove;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.driver.Scan.IdBrackets;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.testing.HoldWords;
import io.twophase.ports.Holds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A scan whose cursors are lost. */
class ScanTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  @AutoClose private final FaultyServer server = FaultyServer.standalone();
  @AutoClose private MongoStore store;
  private Holds holds;

  @BeforeEach
  void open() {
    store = MongoStore.open(server.uri(""), Servers.QUIET);
    holds = store.holds();
  }

  /** It sorts before all numbers, and is less than none. */
  @Test
  void afterWhatIsNotANumberComeTheNumbers() {
    MongoCollection<BsonDocument> numbers = FRESH.collection("numbers");
    for (String id : List.of("{$numberDouble: 'NaN'}", "-5", "{$numberLong: '7'}", "1.5", "'a'")) {
      numbers.insertOne(BsonDocument.parse("{_id: " + id + "}"));
    }
    for (BsonValue id : List.of(new BsonDouble(Double.NaN), new BsonDecimal128(Decimal128.NaN))) {
      assertThat(numbers.find(IdBrackets.after(id))).hasSize(4);
    }
    assertThat(numbers.find(IdBrackets.after(new BsonInt32(-5))))
        .extracting(number -> number.get("_id"))
        .contains(new BsonInt64(7), new BsonDouble(1.5), new BsonString("a"))
        .doesNotContain(new BsonInt32(-5));
    int bracket = IdBrackets.of(new BsonInt32(-5));
    assertThat(numbers.find(IdBrackets.in(bracket, Optional.empty(), new BsonInt64(7)))).hasSize(4);
    assertThat(
            numbers.find(
                IdBrackets.in(bracket, Optional.of(new BsonInt32(-5)), new BsonDouble(1.5))))
        .extracting(number -> number.get("_id"))
        .containsExactly(new BsonDouble(1.5));
  }

  /** It works through a thousand documents in the time that it has for one command. */
  @Test
  void aScanThatFindsNearlyNothingGoesOnWhateverMatches() {
    CollectionName collection = CollectionName.of("orders");
    try (MongoClient client = server.client("")) {
      MongoCollection<BsonDocument> orders = Servers.bank(client, "orders");
      for (String ids : List.of("-1", "null", "{a: 1}", "true")) {
        orders.insertOne(BsonDocument.parse("{_id: " + ids + "}"));
      }
      orders.insertMany(
          IntStream.range(0, 2_400)
              .mapToObj(n -> new BsonDocument("_id", new BsonInt32(n)))
              .toList());
      orders.insertMany(
          IntStream.range(10_000, 12_400)
              .mapToObj(n -> new BsonDocument("_id", new BsonString("s" + n)))
              .toList());
    }
    List<DocumentRef> held =
        List.of(
            collection.document(999),
            collection.document(2_399),
            collection.document("s11500"),
            collection.document(true));
    held.forEach(ref -> holds.place(List.of(HoldWords.on("t", remove(ref)))));
    server.on("find", this::withinAThousand);
    int before = server.received("find").size();

    List<Target> seen = new ArrayList<>();
    holds.scan(collection, true, sight -> seen.add(sight.stored().orElseThrow().target()));

    assertThat(seen).containsExactlyElementsOf(held.stream().map(Target.OfDocument::new).toList());
    assertThat(server.received("find").size() - before).isLessThan(40);
  }

  /** An index of ids alone is fast; what looks into documents is not. */
  private Document withinAThousand(UnaryOperator<Document> sound, Document command) {
    Document filter = (Document) command.get("filter");
    Document ids = new Document("find", command.get("find")).append("filter", ofIds(filter));
    ids.append("batchSize", 100_000).append("$db", command.get("$db"));
    Document examined = (Document) sound.apply(ids).get("cursor");
    boolean isFast =
        command.get("projection") != null
            || ((Collection<?>) examined.get("firstBatch")).size() <= 1_000;
    return isFast ? sound.apply(command) : error(50).answer(sound, command);
  }

  /** What a filter asks of the id: by nothing else a server finds its way. */
  private static Document ofIds(Document filter) {
    Document ids = new Document();
    filter.forEach(
        (name, condition) -> {
          if (name.equals("_id")) {
            ids.append(name, condition);
          } else if (name.equals("$and") || name.equals("$or")) {
            List<Document> parts =
                ((Collection<?>) condition).stream().map(part -> ofIds((Document) part)).toList();
            if (name.equals("$and") || parts.stream().noneMatch(Document::isEmpty)) {
              ids.append(name, parts);
            }
          }
        });
    return ids;
  }
}
