package io.twophase.adapter.mongo.command;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which commands the documents cost. */
class DocumentCommandsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private final CommandRecorder recorder = new CommandRecorder();
  private final MongoClient client = recorder.client();
  private DocumentRepository documents;

  @BeforeEach
  void open() {
    MongoCollection<BsonDocument> orders = FRESH.collection("orders");
    Stream.of("a", "b", "c", "d", "e", "f")
        .forEach(id -> orders.insertOne(BsonDocument.parse("{_id: '" + id + "', n: 50}")));
    documents =
        MongoStore.using(
                client, FRESH.database().getName(), MongoStoreSettings.defaults().withProbe(false))
            .documents();
    recorder.commands();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private void held(List<DocumentLeg> legs) {
    assertThat(documents.hold(legs)).containsOnly(DocumentHoldOutcome.held());
  }

  private static List<DocumentLeg> legs(DocumentOperation... operations) {
    return IntStream.range(0, operations.length)
        .mapToObj(at -> leg("t" + at, 1, operations[at]))
        .toList();
  }

  /** The inserts are the home's mark, and the entry among the collections that take part. */
  @Test
  void whatACollectionIsLikeIsReadOnce() {
    held(legs(check(order("a"))));
    assertThat(recorder.commands())
        .containsExactly("listCollections", "listIndexes", "insert", "insert", "update");

    held(legs(remove(order("b")), insert(order("x"), fields("n", 1))));
    assertThat(recorder.commands()).containsExactly("update", "insert");
  }

  /** Before MongoDB 8 the driver begins another command with each change of kind. */
  @Test
  void settlesOfAllKindsAreAsManyCommandsAsThereAreKinds() {
    List<DocumentLeg> legs =
        legs(
            remove(order("a")),
            change(order("b"), set("n", 1)),
            insert(order("x"), fields("n", 1)),
            remove(order("c")),
            check(order("d")),
            insert(order("y"), fields("n", 1)));
    held(legs);
    recorder.commands();

    assertThat(documents.settle(legs)).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("delete", "update", "update");
    assertThat(FRESH.collection("orders").countDocuments()).isEqualTo(6);
  }

  @Test
  void whatIsGivenBackIsTwoCommandsHoweverManyDocumentsItIs() {
    List<DocumentLeg> legs =
        legs(
            insert(order("x"), fields("n", 1)),
            remove(order("a")),
            add(order("b"), "n", 1),
            insert(order("y"), fields("n", 1)),
            check(order("c")));
    held(legs);
    recorder.commands();

    assertThat(documents.release(legs.stream().map(HeldDocument::of).toList()))
        .containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("delete", "update");
    assertThat(FRESH.collection("orders").countDocuments()).isEqualTo(6);
  }

  /** One of a hundred was refused, so nothing is held of it: the server does not tell of which. */
  @Test
  void whatIsGivenBackOfManyIsAsFewCommandsWhereOneWasNotHeld() {
    List<DocumentLeg> legs = new ArrayList<>(many(100));
    held(legs);
    legs.add(50, leg("t50", 1, change(order("f"), set("n", 1))));
    recorder.commands();

    assertThat(documents.release(legs.stream().map(HeldDocument::of).toList()))
        .containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("delete", "update");
  }

  /** An addition may have lost its bounds: that is asked of all, in one command more. */
  @Test
  void whatIsSettledOfManyIsOneCommandMoreWhereOneIsSettledAlready() {
    List<DocumentLeg> legs = new ArrayList<>(many(50));
    legs.add(leg("t", 1, add(order("b"), "n", 1)));
    held(legs);
    assertThat(documents.settle(legs.subList(0, 1))).containsOnly(MATCHED);
    FRESH
        .collection("orders")
        .updateOne(
            new BsonDocument("_id", new BsonString("b")),
            new BsonDocument("$unset", new BsonDocument("escrow", new BsonInt32(1))));
    recorder.commands();

    assertThat(documents.settle(legs)).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("update", "update");
  }

  /** Which are stamped is counted by halves. */
  @Test
  void whatIsStampedOfManyIsFewCommandsWhereTheLastWereNotHeld() {
    List<DocumentLeg> legs = many(100);
    held(legs.subList(0, 97));
    recorder.commands();

    List<MatchOutcome> told =
        documents.stamp(
            legs.stream()
                .map(
                    leg ->
                        new DocumentLeg(leg.home(), leg.transaction(), epoch(2), leg.operation()))
                .toList());
    assertThat(told.subList(0, 97)).containsOnly(MATCHED);
    assertThat(told.subList(97, 100)).containsOnly(NOT_MATCHED);
    assertThat(recorder.commands()).hasSizeLessThan(20).containsOnly("update");
  }

  private static List<DocumentLeg> many(int size) {
    return IntStream.range(0, size)
        .mapToObj(at -> leg("t" + at, 1, check(order("abcde".substring(at % 5, at % 5 + 1)))))
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

      assertThat(store.documents().hold(legs(insert(order("x"), fields("n", 1)))))
          .containsExactly(
              new DocumentHoldOutcome.Refused(
                  new DocumentRefusal.UnsafeCollection(
                      order("x"),
                      "has a validator that refuses documents, and may refuse one at a settle")));
      // nor is it registered: nothing is held there
      assertThat(recorder.commands()).containsExactly("listCollections", "listIndexes");
    }
  }
}
