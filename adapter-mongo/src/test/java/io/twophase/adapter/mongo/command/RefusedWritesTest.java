package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.FaultyServer.error;
import static io.twophase.adapter.mongo.testing.FaultyServer.where;
import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Value;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server refuses for certain: a validator, a right that is missing. */
class RefusedWritesTest {

  private static final int UNAUTHORIZED = 13;
  private static final int VALIDATION_FAILED = 121;

  /** There is a database whose name differs only by the case of letters. */
  private static final int OF_ANOTHER_CASE = 13297;

  /** Can't extract geo keys. */
  private static final int NO_PLACE = 16755;

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private static final DocumentRef PARCEL = CollectionName.of("parcels").document(Value.of("p"));
  private static final DocumentRef FOREIGN =
      CollectionName.of("orders").inDatabase("foreign").document(Value.of("f"));

  private MongoClient client;
  private Holding holding;

  @BeforeEach
  void open() {
    client = SERVER.client("");
    client.getDatabase("foreign").drop();
    for (String id : List.of("a", "b", "c")) {
      Servers.bank(client, "orders").insertOne(BsonDocument.parse("{_id: '" + id + "', n: 1}"));
    }
    Servers.bank(client, "parcels").insertOne(BsonDocument.parse("{_id: 'p', n: 1}"));
    holding = new Holding(Servers.bank(client));
  }

  private static Placing changing(DocumentRef document) {
    return on("t1", change(document, set("n", 2)));
  }

  /** Statements before the first that is refused are done, and those behind it are not. */
  private static FaultyServer.Fault refusing(String list, Predicate<Document> statement) {
    return refusing(list, statement, VALIDATION_FAILED);
  }

  private static FaultyServer.Fault refusing(String list, Predicate<Document> statement, int code) {
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
                      .append("code", code)
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

  private static void assertRefused(Answer told, DocumentRef document, String why) {
    assertThat(told.reason().orElseThrow())
        .isInstanceOfSatisfying(
            DocumentRefusal.UnsafeCollection.class,
            unsafe -> {
              assertThat(unsafe.document()).isEqualTo(document);
              assertThat(unsafe.message()).contains(why);
            });
  }

  private static void assertHeld(Answer told) {
    assertThat(told.kind()).isEqualTo(Answer.Kind.HELD);
  }

  @Test
  void aHoldThatIsRefusedForCertainIsRefusedByNameAndTheOthersAreHeld() {
    SERVER.on(
        "update", refusing("updates", statement -> isOf(statement, "b") && pushes(statement)));

    List<Answer> outcomes =
        holding.place(List.of(changing(order("a")), changing(order("b")), changing(order("c"))));

    assertHeld(outcomes.get(0));
    assertRefused(outcomes.get(1), order("b"), "Document failed validation");
    assertHeld(outcomes.get(2));
  }

  @Test
  void aPlaceholderToo() {
    SERVER.on("insert", refusing("documents", document -> "e".equals(document.get("_id"))));

    List<Answer> outcomes =
        holding.place(
            List.of(
                on("t1", insert(order("d"), fields("n", 1))),
                on("t1", insert(order("e"), fields("n", 1))),
                on("t1", insert(order("f"), fields("n", 1)))));

    assertHeld(outcomes.get(0));
    assertRefused(outcomes.get(1), order("e"), "Document failed validation");
    assertHeld(outcomes.get(2));
  }

  /** There nothing can be counted either: a count is an update that changes nothing. */
  @Test
  void aCollectionThatTheLoginMayOnlyReadIsRefusedByName() {
    SERVER.on("update", where("update", "orders", error(UNAUTHORIZED)));

    List<Answer> outcomes =
        holding.place(List.of(changing(order("a")), changing(order("b")), changing(PARCEL)));

    assertRefused(outcomes.get(0), order("a"), "13");
    assertRefused(outcomes.get(1), order("b"), "13");
    assertHeld(outcomes.get(2));
  }

  @Test
  void aDatabaseThatTheLoginDoesNotReachIsRefusedByNameAndNeverRegistered() {
    for (String command : List.of("listCollections", "update", "insert", "find")) {
      SERVER.on(command, where("$db", "foreign", error(UNAUTHORIZED)));
    }

    List<Placing> legs = List.of(changing(FOREIGN), changing(order("a")));
    List<Answer> outcomes = holding.place(legs);

    assertRefused(outcomes.get(0), FOREIGN, "cannot be inspected");
    assertHeld(outcomes.get(1));
    assertThat(holding.store().holds().collections()).containsExactly(CollectionName.of("orders"));
    assertThat(holding.release(legs))
        .containsExactly(MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED);
  }

  @ParameterizedTest
  @ValueSource(ints = {UNAUTHORIZED, OF_ANOTHER_CASE})
  void aDatabaseThatTakesNoMarkIsRefusedByName(int code) {
    SERVER.on("insert", where("$db", "foreign", error(code)));

    List<Answer> outcomes = holding.place(List.of(changing(FOREIGN), changing(order("a"))));

    assertRefused(outcomes.get(0), FOREIGN, "takes no mark");
    assertHeld(outcomes.get(1));
  }

  @Test
  void aDatabaseThatIsNotReplicatedIsRefusedByName() {
    DocumentRef local = CollectionName.of("orders").inDatabase("local").document(Value.of("o"));

    assertRefused(holding.place(changing(local)), local, "is not replicated");
  }

  /** In doubt, it would be sent again with all that is behind it, and end none of these. */
  @Test
  void aSettleThatAnIndexOfPlacesRefusesIsRefused() {
    List<Placing> legs = holding.held(List.of(changing(order("a")), changing(order("b"))));
    SERVER.on("update", refusing("updates", statement -> isOf(statement, "a"), NO_PLACE));

    assertThatThrownBy(() -> holding.settle(legs))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("code " + NO_PLACE);
    assertThat(holding.settle(legs.subList(1, 2))).containsExactly(MatchOutcome.MATCHED);
  }

  @Test
  void aSettleThatIsRefusedKeepsNoOtherCollectionFromBeingSettled() {
    List<Placing> legs = List.of(changing(order("a")), changing(PARCEL));
    holding.held(legs);
    SERVER.on("update", refusing("updates", statement -> isOf(statement, "a")));

    assertThatThrownBy(() -> holding.settle(legs))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Document failed validation");

    SERVER.heal();
    assertThat(holding.settle(legs))
        .containsExactly(MatchOutcome.MATCHED, MatchOutcome.NOT_MATCHED);
  }
}
