package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which commands the documents cost. */
class DocumentCommandsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private final CommandRecorder recorder = new CommandRecorder();
  private final MongoClient client = recorder.client();
  private Holding holding;

  @BeforeEach
  void open() {
    MongoCollection<BsonDocument> orders = FRESH.collection("orders");
    Stream.of("a", "b", "c", "d", "e", "f")
        .forEach(id -> orders.insertOne(BsonDocument.parse("{_id: '" + id + "', n: 50}")));
    holding =
        new Holding(
            MongoStore.using(
                client,
                FRESH.database().getName(),
                MongoStoreSettings.defaults().withProbe(false)));
    recorder.commands();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static List<Placing> asked(DocumentOperation... operations) {
    return IntStream.range(0, operations.length)
        .mapToObj(at -> on("t" + at, operations[at]))
        .toList();
  }

  /** The inserts are the home's mark, and the entry among the collections that take part. */
  @Test
  void whatACollectionIsLikeIsReadOnce() {
    holding.held(asked(check(order("a"))));
    assertThat(recorder.commands())
        .containsExactly("listCollections", "listIndexes", "insert", "insert", "update");

    holding.held(asked(remove(order("b")), insert(order("x"), fields("n", 1))));
    assertThat(recorder.commands()).containsExactly("update", "insert");
  }

  /** Before MongoDB 8 the driver begins another command with each change of kind. */
  @Test
  void settlesOfAllKindsAreAsManyCommandsAsThereAreKinds() {
    List<Placing> legs =
        asked(
            remove(order("a")),
            change(order("b"), set("n", 1)),
            insert(order("x"), fields("n", 1)),
            remove(order("c")),
            check(order("d")),
            insert(order("y"), fields("n", 1)));
    holding.held(legs);
    recorder.commands();

    assertThat(holding.settle(legs)).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("delete", "update", "update");
    assertThat(FRESH.collection("orders").countDocuments()).isEqualTo(6);
  }

  @Test
  void whatIsGivenBackIsTwoCommandsHoweverManyDocumentsItIs() {
    List<Placing> legs =
        asked(
            insert(order("x"), fields("n", 1)),
            remove(order("a")),
            add(order("b"), "n", 1),
            insert(order("y"), fields("n", 1)),
            check(order("c")));
    holding.held(legs);
    recorder.commands();

    assertThat(holding.release(legs)).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("delete", "update");
    assertThat(FRESH.collection("orders").countDocuments()).isEqualTo(6);
  }

  /** One of a hundred is not there, and the server does not tell which: that is read once. */
  @Test
  void whatIsGivenBackOfManyIsAsFewCommandsWhereOneWasNotHeld() {
    List<Placing> legs = new ArrayList<>(many(100));
    holding.held(legs);
    legs.add(50, on("t50", change(order("f"), set("n", 1))));
    recorder.commands();

    assertThat(holding.release(legs)).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("update", "find");
  }

  /** Which are stamped is counted by halves. */
  @Test
  void whatIsStampedOfManyIsFewCommandsWhereTheLastWereNotHeld() {
    List<Placing> legs = many(100);
    holding.held(legs.subList(0, 97));
    recorder.commands();

    List<MatchOutcome> told = holding.stamp(legs, 2);
    assertThat(told.subList(0, 97)).containsOnly(MATCHED);
    assertThat(told.subList(97, 100)).containsOnly(NOT_MATCHED);
    assertThat(recorder.commands()).hasSizeLessThan(20).containsOnly("update");
  }

  private static List<Placing> many(int size) {
    return IntStream.range(0, size)
        .mapToObj(at -> on("t" + at, check(order("abcde".substring(at % 5, at % 5 + 1)))))
        .toList();
  }

  private static Document validated() {
    Document entry =
        new Document("name", "orders")
            .append("type", "collection")
            .append("options", new Document("validator", new Document("n", 1)));
    return new Document("ok", 1.0)
        .append(
            "cursor",
            new Document("id", 0L)
                .append("ns", "bank.$cmd.listCollections")
                .append("firstBatch", List.of(entry)));
  }

  @Test
  void aCollectionThatIsUnsafeIsRefusedByNameAndSentNothing() {
    try (FaultyServer server = FaultyServer.standalone();
        MongoClient other = recorder.client(server.uri(""))) {
      MongoStore store =
          MongoStore.using(other, "bank", MongoStoreSettings.defaults().withProbe(false));
      server.on("listCollections", (sound, command) -> validated());
      recorder.commands();

      assertThat(new Holding(store).refusal(on("t0", insert(order("x"), fields("n", 1)))))
          .isEqualTo(
              new DocumentRefusal.UnsafeCollection(
                  order("x"),
                  "has a validator that refuses documents, and may refuse one at a settle"));
      // nor is it registered: nothing is held there
      assertThat(recorder.commands()).containsExactly("listCollections", "listIndexes");
    }
  }
}
