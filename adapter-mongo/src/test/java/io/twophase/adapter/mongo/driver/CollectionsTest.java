package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Fields;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unique indexes: at the hold they say what they would say at the settle. */
class CollectionsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final DocumentRef A = order("a");
  private static final DocumentRef B = order("b");

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private Holding holding;

  @BeforeEach
  void open() {
    holding = new Holding(store(MongoStoreSettings.defaults()));
  }

  private MongoStore store(MongoStoreSettings settings) {
    return FRESH.store(settings.withProbe(false).withClock(now::get));
  }

  private static void indexed(String keys, IndexOptions options) {
    FRESH.collection("orders").createIndex(BsonDocument.parse(keys), options);
  }

  private static void unique(String keys, IndexOptions options) {
    indexed(keys, options.unique(true).name("i"));
  }

  private static void unique(String keys) {
    unique(keys, new IndexOptions());
  }

  private static void stored(String json) {
    FRESH.put("orders", json);
  }

  private DocumentRefusal refusal(DocumentOperation operation) {
    return (DocumentRefusal) holding.refusal(on("asked", operation));
  }

  private Placing held(String transaction, DocumentOperation operation) {
    return holding.held(on(transaction, operation));
  }

  private void settled(Placing held) {
    holding.settled(held);
  }

  private static DocumentRefusal taken(DocumentRef document, String fields) {
    return new DocumentRefusal.ValueTaken(document, "i", fields);
  }

  @Test
  void theOwnDatabaseIsNotNamedSinceEachCollectionWouldHaveTwoNames() {
    stored("{_id: 'there', n: 1}");
    CollectionName twice = A.collection().inDatabase(FRESH.database().getName());
    DocumentRef there = twice.document("there");
    String why = "is in the own database, which is not named: it is called orders";

    assertThat(
            holding.place(List.of(on("t1", check(there)), on("t1", check(A)))).stream()
                .map(told -> told.reason().orElseThrow()))
        .containsExactly(
            new DocumentRefusal.UnsafeCollection(there, why),
            new DocumentRefusal.NoSuchDocument(A));
    assertThat(holding.find(there).kind()).isEqualTo(Sight.Kind.UNREADABLE);
    assertThat(holding.find(there).fault().orElseThrow()).isEqualTo(twice + " " + why);
    assertThat(holding.store().holds().collections()).containsExactly(A.collection());
  }

  @Test
  void aValueThatAPlaceholderHasIsBusyAndOneThatADocumentHasIsTaken() {
    unique("{email: 1}");
    Placing first = held("t1", insert(A, fields("email", "x", "n", 1)));

    Answer busy = holding.place(on("t2", insert(B, fields("email", "x"))));
    assertThat(busy.kind()).isEqualTo(Answer.Kind.BUSY);
    assertThat(busy.hold().orElseThrow()).isEqualTo(holding.hold(first));
    assertThat(busy.elsewhere().orElseThrow()).isEqualTo(new Target.OfDocument(A));
    settled(first);
    assertThat(refusal(insert(B, fields("email", "x")))).isEqualTo(taken(B, "email"));
    settled(held("t3", insert(B, fields("email", "y"))));
    assertThat(FRESH.collection("orders").countDocuments()).isEqualTo(2);
  }

  @Test
  void aValueIsFreeAgainOnceThePlaceholderIsReleasedOrTheDocumentRemoved() {
    unique("{email: 1}");
    Placing first = held("t1", insert(A, fields("email", "x")));
    holding.release(List.of(first));

    settled(held("t2", insert(B, fields("email", "x"))));
    settled(held("t3", remove(B)));
    settled(held("t4", insert(A, fields("email", "x"))));
  }

  @Test
  void severalFieldsAndElementsOfArraysAreComparedAsTheIndexDoes() {
    unique("{shop: 1, 'lines.number': 1}");
    Fields lines = fields("shop", 1, "lines", List.of(fields("number", 1), fields("number", 2)));
    settled(held("t1", insert(A, lines)));

    assertThat(refusal(insert(B, fields("shop", 1, "lines", List.of(fields("number", 2))))))
        .isEqualTo(taken(B, "shop, lines.number"));
    held("t3", insert(B, fields("shop", 2, "lines", List.of(fields("number", 2)))));
  }

  @Test
  void noValueIsAValueToo() {
    unique("{email: 1}");
    stored("{_id: 'there'}");

    assertThat(refusal(insert(A, fields("n", 1)))).isEqualTo(taken(A, "email"));
    held("t2", insert(B, fields("email", "x")));
  }

  /** Nobody is to wait for an id that only is to stay free. */
  @Test
  void whatIsToBeAbsentTakesNoValue() {
    unique("{email: 1, 'a.b': 1}");
    stored("{_id: 'there'}");

    Placing first = held("t1", absent(A));
    Placing second = held("t2", absent(B));
    assertThat(
            FRESH
                .collection("orders")
                .countDocuments(BsonDocument.parse("{'email.placeholder': 'a'}")))
        .as("who looks there sees what took the place of a value")
        .isEqualTo(1);
    settled(first);
    settled(second);
    assertThat(FRESH.collection("orders").countDocuments()).isEqualTo(1);
  }

  /** The names of a field within another, and the mark that makes a value of either. */
  @ParameterizedTest
  @ValueSource(strings = {"{a: 1} {'a.placeholder': 1}", "{'a.placeholder.b': 1} {a: 1}"})
  void whatIsToBeAbsentTakesNoValueOfIndexesWithinEachOther(String keys) {
    int name = 0;
    for (String key : keys.split(" (?=\\{)", 2)) {
      indexed(key, new IndexOptions().unique(true).name("i" + name++));
    }
    stored("{_id: 'there'}");
    DocumentRef embedded = A.collection().document(value(fields("k", 1)));

    for (DocumentRef ref : List.of(A, B, embedded)) {
      settled(held("of" + name++, absent(ref)));
    }
    held("t1", absent(A));
    held("t2", absent(B));
    assertThat(FRESH.collection("orders").countDocuments()).isEqualTo(3);
  }

  @Test
  void aSparseIndexLeavesOutWhatHasNoValue() {
    unique("{email: 1}", new IndexOptions().sparse(true));
    stored("{_id: 'there'}");

    held("t1", insert(A, fields("n", 1)));
    settled(held("t2", absent(B)));
  }

  @Test
  void whatIsInAUniqueIndexIsNotChanged() {
    unique("{'a.b': 1, n: 1}");
    stored("{_id: 'a', a: {b: 1}, n: 1}");

    for (String path : List.of("a", "a.b", "a.b.c", "a.0", "a.0.b", "n")) {
      assertThat(refusal(change(A, set(path, 2))))
          .isEqualTo(
              new DocumentRefusal.ChangeImpossible(
                  A, path, "a field of no unique index", "one of the unique index i"));
    }
    assertThat(refusal(add(A, "n", 1)))
        .isEqualTo(
            new DocumentRefusal.NotAddable(
                A, "n", "a field of no unique index", "one of the unique index i"));
    settled(held("t1", change(A, set("a.c", 2))));
    settled(held("t2", check(A)));
  }

  private static DocumentRefusal parallel(DocumentRef document) {
    return new DocumentRefusal.UnsafeCollection(
        document, "has the index i, which takes no document with arrays at both a and b");
  }

  /** No server stores such a document, whatever of it comes first. */
  @Test
  void twoArraysInOneIndexAreRefusedAtTheHold() {
    indexed("{a: 1, b: 1}", new IndexOptions().name("i"));
    stored("{_id: 'a', a: [1], b: 1}");
    stored("{_id: 'b', a: 1}");

    assertThat(refusal(insert(order("c"), fields("a", List.of(1), "b", List.of(2)))))
        .isEqualTo(parallel(order("c")));
    assertThat(refusal(change(B, set("a", List.of(1)), set("b", List.of(2)))))
        .isEqualTo(parallel(B));
    assertThat(refusal(change(A, set("b", List.of(2))))).isEqualTo(parallel(A));
    assertThat(refusal(change(A, FieldChange.push("b.c", 2)))).isNotNull();
    assertThat(FRESH.collection("orders").countDocuments(BsonDocument.parse("{a: [1], b: 1}")))
        .isEqualTo(1);

    settled(held("t2", change(A, FieldChange.push("a", 2), set("b", 2))));
    settled(held("t3", change(A, set("a", 1), set("b", List.of(2)))));
    settled(held("t4", change(B, set("b", List.of(2)))));
    settled(held("t5", insert(order("c"), fields("a", List.of(1), "b", 2))));
  }

  @Test
  void anArrayInsideOfAnElementIsRefusedWhereAnIndexLeadsThroughTheElements() {
    indexed("{'a.b': 1, 'a.c': 1}", new IndexOptions().name("i"));
    stored("{_id: 'a', a: [{b: 1, c: [1]}]}");

    for (FieldChange change : List.of(set("a.0.b", List.of(2)), FieldChange.push("a.0.b", 2))) {
      assertThat(refusal(change(A, change)))
          .isEqualTo(
              new DocumentRefusal.ChangeImpossible(
                  A, "a.0.b", "a field of no index of several fields", "one of the index i"));
    }
    settled(held("t2", change(A, set("a.0.b", 2), set("a.0.d", List.of(3)))));
  }

  private void indexedLate() {
    settled(held("t0", insert(order("early"), fields("email", "early"))));
    unique("{email: 1}");
  }

  @Test
  void anIndexThatIsNewIsFoundWhenItKeepsAPlaceholderOut() {
    indexedLate();
    stored("{_id: 'there'}");

    assertThat(refusal(insert(A, fields("n", 1)))).isEqualTo(taken(A, "email"));
    assertThat(refusal(change(order("there"), set("email", "x")))).isNotNull();
  }

  @Test
  void anIndexThatIsNewIsKnownWithinAMinute() {
    indexedLate();
    stored("{_id: 'a', email: 'x'}");
    held("t1", check(A));

    now.set(now.get().plus(Duration.ofMinutes(1)));

    assertThat(refusal(change(A, set("email", "y")))).isNotNull();
  }

  /** The limit that no hold can lift: the record stays applied, and the next hold knows. */
  @Test
  void aSettleThatANewIndexRefusesIsThrownAndTheIndexKnownThen() {
    stored("{_id: 'there', email: 'x'}");
    stored("{_id: 'b', email: 'b'}");
    Placing late = held("t1", insert(A, fields("email", "x")));
    unique("{email: 1}");

    assertThatThrownBy(() -> holding.settle(List.of(late)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("11000");
    assertThat(refusal(change(B, set("email", "y")))).isNotNull();
    FRESH.collection("orders").deleteOne(BsonDocument.parse("{_id: 'there'}"));
    settled(late);
  }

  @Test
  void aPartialUniqueIndexIsRefusedUnlessTheHostVouchesForIt() {
    unique(
        "{email: 1}",
        new IndexOptions().partialFilterExpression(BsonDocument.parse("{status: 'live'}")));
    boolean isListed =
        FRESH.collection("orders").listIndexes().into(new ArrayList<>()).stream()
            .anyMatch(index -> index.containsKey("partialFilterExpression"));
    assumeTrue(isListed, "this server does not say that an index is partial");
    DocumentOperation insert = insert(A, fields("email", "x"));

    assertThat(refusal(insert))
        .isInstanceOf(DocumentRefusal.UnsafeCollection.class)
        .extracting(DocumentRefusal::message)
        .asString()
        .startsWith(
            "document orders \"a\" cannot take part: the collection orders has the index i, which"
                + " is unique and partial");
    holding =
        new Holding(store(MongoStoreSettings.defaults().withTrustedCollections(A.collection())));
    settled(held("t1", insert));
  }
}
