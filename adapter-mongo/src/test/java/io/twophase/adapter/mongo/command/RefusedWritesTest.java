package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.value.Value;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the server refuses for certain: a validator, a right that is missing. */
class RefusedWritesTest {

  private static final int UNAUTHORIZED = 13;
  private static final int VALIDATION_FAILED = 121;

  private static final FaultyServer SERVER = FaultyServer.standalone();
  private static final DocumentRef PARCEL = CollectionName.of("parcels").document(Value.of("p"));
  private static final DocumentRef FOREIGN =
      CollectionName.of("orders").inDatabase("foreign").document(Value.of("f"));

  private MongoClient client;
  private DocumentRepository documents;

  @BeforeEach
  void open() {
    SERVER.reset();
    client = SERVER.client("");
    client.getDatabase("foreign").drop();
    for (String id : List.of("a", "b", "c")) {
      client
          .getDatabase("bank")
          .getCollection("orders", BsonDocument.class)
          .insertOne(BsonDocument.parse("{_id: '" + id + "', n: 1}"));
    }
    client
        .getDatabase("bank")
        .getCollection("parcels", BsonDocument.class)
        .insertOne(BsonDocument.parse("{_id: 'p', n: 1}"));
    documents =
        MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false))
            .documents();
  }

  @AfterEach
  void close() {
    client.close();
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private static DocumentLeg changing(DocumentRef document) {
    return leg("t1", 1, change(document, set("n", 2)));
  }

  /** Statements before the first that is refused are done, and those behind it are not. */
  private static FaultyServer.Fault refusing(String list, Predicate<Document> statement) {
    return (sound, command) -> {
      @SuppressWarnings("unchecked")
      List<Document> statements = (List<Document>) command.get(list);
      for (int at = 0; at < statements.size(); at++) {
        if (statement.test(statements.get(at))) {
          Document before = command.clone();
          before.put(list, new ArrayList<>(statements.subList(0, at)));
          Document done = at == 0 ? new Document("ok", 1.0).append("n", 0) : sound.apply(before);
          return done.append(
              "writeErrors",
              List.of(
                  new Document("index", at)
                      .append("code", VALIDATION_FAILED)
                      .append("errmsg", "Document failed validation")));
        }
      }
      return sound.apply(command);
    };
  }

  private static boolean isOf(Document statement, String id) {
    return statement.toString().contains("\"_id\" : \"" + id + "\"");
  }

  private static boolean pushes(Document statement) {
    return statement.toString().contains("$push");
  }

  private static void assertRefused(DocumentHoldOutcome outcome, DocumentRef document, String why) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            DocumentHoldOutcome.Refused.class,
            refused -> {
              assertThat(refused.refusal()).isInstanceOf(DocumentRefusal.UnsafeCollection.class);
              assertThat(refused.refusal().document()).isEqualTo(document);
              assertThat(refused.refusal().message()).contains(why);
            });
  }

  @Test
  void aHoldThatIsRefusedForCertainIsRefusedByNameAndTheOthersAreHeld() {
    SERVER.on(
        "update", refusing("updates", statement -> isOf(statement, "b") && pushes(statement)));

    List<DocumentHoldOutcome> outcomes =
        documents.hold(List.of(changing(order("a")), changing(order("b")), changing(order("c"))));

    assertThat(outcomes.get(0)).isEqualTo(DocumentHoldOutcome.held());
    assertRefused(outcomes.get(1), order("b"), "Document failed validation");
    assertThat(outcomes.get(2)).isEqualTo(DocumentHoldOutcome.held());
  }

  @Test
  void aPlaceholderToo() {
    SERVER.on("insert", refusing("documents", document -> "e".equals(document.get("_id"))));

    List<DocumentHoldOutcome> outcomes =
        documents.hold(
            List.of(
                leg("t1", 1, insert(order("d"), fields("n", 1))),
                leg("t1", 1, insert(order("e"), fields("n", 1))),
                leg("t1", 1, insert(order("f"), fields("n", 1)))));

    assertThat(outcomes.get(0)).isEqualTo(DocumentHoldOutcome.held());
    assertRefused(outcomes.get(1), order("e"), "Document failed validation");
    assertThat(outcomes.get(2)).isEqualTo(DocumentHoldOutcome.held());
  }

  /** There nothing can be counted either: a count is an update that changes nothing. */
  @Test
  void aCollectionThatTheLoginMayOnlyReadIsRefusedByName() {
    SERVER.on(
        "update",
        (sound, asked) ->
            "orders".equals(asked.get("update"))
                ? error(UNAUTHORIZED).answer(sound, asked)
                : sound.apply(asked));

    List<DocumentHoldOutcome> outcomes =
        documents.hold(List.of(changing(order("a")), changing(order("b")), changing(PARCEL)));

    assertRefused(outcomes.get(0), order("a"), "13");
    assertRefused(outcomes.get(1), order("b"), "13");
    assertThat(outcomes.get(2)).isEqualTo(DocumentHoldOutcome.held());
  }

  @Test
  void aDatabaseThatTheLoginDoesNotReachIsRefusedByNameAndNeverRegistered() {
    for (String command : List.of("listCollections", "update", "insert", "find")) {
      SERVER.on(
          command,
          (sound, asked) ->
              "foreign".equals(asked.get("$db"))
                  ? error(UNAUTHORIZED).answer(sound, asked)
                  : sound.apply(asked));
    }

    List<DocumentLeg> legs = List.of(changing(FOREIGN), changing(order("a")));
    List<DocumentHoldOutcome> outcomes = documents.hold(legs);

    assertRefused(outcomes.get(0), FOREIGN, "cannot be inspected");
    assertThat(outcomes.get(1)).isEqualTo(DocumentHoldOutcome.held());
    assertThat(documents.collections()).containsExactly(CollectionName.of("orders"));
    assertThat(documents.release(legs.stream().map(HeldDocument::of).toList()))
        .containsExactly(MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED);
  }

  @Test
  void aSettleThatIsRefusedKeepsNoOtherCollectionFromBeingSettled() {
    List<DocumentLeg> legs = List.of(changing(order("a")), changing(PARCEL));
    assertThat(documents.hold(legs)).containsOnly(DocumentHoldOutcome.held());
    SERVER.on("update", refusing("updates", statement -> isOf(statement, "a")));

    assertThatThrownBy(() -> documents.settle(legs))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Document failed validation");

    SERVER.heal();
    assertThat(documents.settle(legs))
        .containsExactly(MatchOutcome.MATCHED, MatchOutcome.NOT_MATCHED);
  }
}
