package io.twophase.adapter.mongo.hold;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.DocumentRefusal;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.Holds;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Only a server has these: forms, documents that others have written, indexes, reads that lag. */
class HoldsOnServerTest {

  private static final FaultyServer SERVER = FaultyServer.replicaSet();
  private static final MongoClient CLIENT = SERVER.client("");

  private MongoStore store;
  private Holds holds;

  @BeforeEach
  void open() {
    SERVER.reset();
    store =
        MongoStore.using(
            CLIENT,
            "bank",
            MongoStoreSettings.defaults().withProbe(false).withAdoptedCurrency(USD));
    holds = store.holds();
    store.accounts().open(List.of(account("A").ceiling(cents(100)).opening(cents(40))));
  }

  @AfterAll
  static void close() {
    CLIENT.close();
    SERVER.close();
  }

  private static MongoCollection<BsonDocument> collection(String name) {
    return CLIENT.getDatabase("bank").getCollection(name, BsonDocument.class);
  }

  private static BsonDocument stored(String collection, String id) {
    return collection(collection).find(new BsonDocument("_id", new BsonString(id))).first();
  }

  private static String pending(String collection, String id) {
    return stored(collection, id).getArray("pendingTransactions").toString();
  }

  private static void update(String collection, String id, String change) {
    collection(collection)
        .updateOne(new BsonDocument("_id", new BsonString(id)), BsonDocument.parse(change));
  }

  private static Placing money(String record, String account, Range range) {
    RecordId id = new RecordId(record);
    return new Placing(
        id,
        epoch(3),
        new Claim.OfRange(
            new Target.OfAccount(accountId(account)), new Scale.Money(USD), range, id.isOfMany()));
  }

  private static Placing on(String record, DocumentOperation operation) {
    RecordId id = new RecordId(record);
    return new Placing(
        id,
        epoch(3),
        new Claim.OfDocument(
            id.isOfMany() ? new TransactionId("m1") : id.transaction(), operation));
  }

  private Answer place(Placing asked) {
    return holds.place(List.of(asked)).get(0);
  }

  private void held(Placing asked) {
    assertThat(place(asked)).isEqualTo(Answer.held(Hold.of(store.home(), asked)));
  }

  private MatchOutcome settle(Placing asked, long net) {
    return holds
        .end(
            List.of(
                Ending.settle(asked.record(), asked.claim(), asked.epoch(), net, Option.none())))
        .get(0);
  }

  private Sight seen(String account) {
    return holds.find(List.of(new Target.OfAccount(accountId(account)))).get(0);
  }

  @Test
  void anAccountHasRangesWithoutAHomeAndChecksWithOne() {
    held(money("t1", "A", Range.whole(30, 0)));
    held(money("batch:b", "A", new Range(5, 7, Option.some(10L), Option.none())));
    held(on("t1", check(store.accounts().collection().document(value("A")))));
    assertThat(stored("accounts", "A").getInt32("v")).isEqualTo(new BsonInt32(1));
    assertThat(stored("accounts", "A").getString("openFor").getValue()).isEqualTo("USD");
    assertThat(pending("accounts", "A"))
        .contains("{\"id\": \"t1\", \"epoch\": 3, \"debit\": 30}")
        .contains("{\"id\": \"batch:b\", \"epoch\": 3, \"debit\": 5, \"credit\": 7, \"had\": 10}")
        .contains(
            "{\"id\": \"t1\", \"home\": \"bank.transactions\", \"epoch\": 3, \"mode\": \"shared\"");
    assertThat(settle(money("t1", "A", Range.whole(30, 0)), -30)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(pending("accounts", "A")).contains("shared").contains("batch:b");
  }

  @Test
  void aDocumentHasHoldsOfEveryModeWithItsHome() {
    collection("orders").insertOne(BsonDocument.parse("{_id: 'o1', n: 50}"));
    held(
        new Placing(
            new RecordId("t1"),
            epoch(3),
            new Claim.OfRange(
                new Target.OfDocument(order("o1")),
                new Scale.OfField("n", 0, 100),
                Range.whole(20, 0),
                false)));
    held(on("batch:b", check(order("o1"))));
    assertThat(pending("orders", "o1"))
        .contains(
            "{\"id\": \"t1\", \"home\": \"bank.transactions\", \"epoch\": 3, \"mode\": \"escrow\","
                + " \"fields\": [\"n\"], \"debit\": 20}")
        .contains("\"member\": \"m1\"");
  }

  @Test
  void anAccountOfTheTutorialBecomesOneOfThisSoftwareWithItsFirstHoldOrChange() {
    collection("accounts")
        .insertMany(
            List.of(
                BsonDocument.parse("{_id: 'T', balance: 1000, pendingTransactions: [], c: 'red'}"),
                BsonDocument.parse("{_id: 'U', balance: 5.0}")));
    held(money("t1", "T", Range.whole(300, 0)));
    assertThat(stored("accounts", "T").getInt64("available").getValue()).isEqualTo(700);
    assertThat(stored("accounts", "T").getString("c").getValue()).isEqualTo("red");
    assertThat(store.accounts().change(accountId("U"), StatusChange.FREEZE))
        .isInstanceOf(StatusOutcome.Changed.class);
    assertThat(stored("accounts", "U").getString("shutFor").getValue()).isEqualTo("USD");
  }

  @Test
  void whatCannotBeReadIsNamedRefusesForItselfAloneAndGivesBackWhatItHolds() {
    Placing there = money("t1", "A", Range.whole(10, 0));
    held(there);
    store.accounts().open(List.of(account("B").opening(cents(9))));
    update("accounts", "A", "{$set: {v: 2}}");
    assertThat(seen("A").fault().get()).contains("v is 2").contains("another version");
    assertThat(seen("A").id()).isEqualTo("A");

    update("accounts", "A", "{$set: {v: 1, currency: 'none'}}");
    List<Answer> told =
        holds.place(
            List.of(money("t2", "A", Range.whole(99, 0)), money("t2", "B", Range.whole(1, 0))));
    assertThat(told.get(0).reason().get()).isInstanceOf(HoldRefusal.AccountCorrupt.class);
    assertThat(told.get(1).kind()).isEqualTo(Answer.Kind.HELD);
    assertThat(settle(there, -10)).isEqualTo(MatchOutcome.MATCHED);

    collection("orders").insertOne(BsonDocument.parse("{_id: 'o1', pendingTransactions: 'x'}"));
    assertThat(place(on("t3", change(order("o1"), set("a", 1)))).reason().get())
        .isInstanceOf(DocumentRefusal.DocumentCorrupt.class);
  }

  @Test
  void aValueOfAUniqueIndexIsTakenByADocumentAndBusyUnderAPlaceholder() {
    collection("orders")
        .createIndex(BsonDocument.parse("{email: 1}"), new IndexOptions().unique(true));
    collection("orders").insertOne(BsonDocument.parse("{_id: 'x', email: 'e'}"));
    assertThat(place(on("t1", insert(order("o1"), fields("email", "e")))).reason().get())
        .isInstanceOf(DocumentRefusal.ValueTaken.class);

    held(on("t2", insert(order("o2"), fields("email", "f"))));
    Answer busy = place(on("t1", insert(order("o1"), fields("email", "f"))));
    assertThat(busy.kind()).isEqualTo(Answer.Kind.BUSY);
    assertThat(busy.elsewhere().get()).isEqualTo(new Target.OfDocument(order("o2")));
    assertThat(place(on("t3", change(order("x"), set("email", "g")))).reason().get())
        .isInstanceOf(DocumentRefusal.ChangeImpossible.class);
  }

  @Test
  void aReadThatLagsNeitherRefusesNorIsShort() {
    StaleReads reads = new StaleReads();
    SERVER.on("find", reads);
    seen("A");
    reads.beStale();
    Placing deposit = money("deposit", "A", Range.whole(0, 50));
    held(deposit);
    assertThat(settle(deposit, 50)).isEqualTo(MatchOutcome.MATCHED);

    Answer told = place(money("t1", "A", Range.whole(91, 0)));
    assertThat(told.kind()).isEqualTo(Answer.Kind.SHORT);
    assertThat(told.available()).isEqualTo(90);
    store.accounts().open(List.of(account("late").opening(cents(5))));
    held(money("t1", "late", Range.whole(5, 0)));
    assertThat(place(money("t2", "late", Range.whole(1, 0))).available()).isZero();
  }
}
