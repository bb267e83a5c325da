package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.credit;
import static io.twophase.adapter.mongo.testing.Requests.debit;
import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.domain.ActionId;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.ports.EventRepository;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * After a failover, a majority read may be older than a write that was acknowledged before it. By
 * such a read alone nothing is refused, and no event gets a number.
 */
class StaleRefusalTest {

  @AutoClose private final FaultyServer server = FaultyServer.replicaSet();
  private final MongoClient client = server.client("");
  private final StaleReads reads = new StaleReads();
  private final MongoStore store = Servers.bank(client);
  private final Holding holding = new Holding(store);

  @BeforeEach
  void open() {
    store.accounts().open(List.of(account("poor").opening(usd("0"))));
  }

  private MongoCollection<BsonDocument> orders() {
    return Servers.bank(client, "orders");
  }

  private Answer.Kind kind(Placing asked) {
    return holding.place(asked).kind();
  }

  /** From now on, reads show what is there now. */
  private void readsAreOfNow() {
    server.on("find", reads);
    holding.find("poor");
    holding.find(order("a"));
    reads.beStale();
  }

  private void linearizableReadsAre(int code) {
    server.on(
        "find",
        (sound, asked) ->
            asked.containsKey("readConcern")
                    && asked.get("readConcern").toString().contains("linea")
                ? FaultyServer.error(code).answer(sound, asked)
                : reads.answer(sound, asked));
  }

  private void aValueIsFreedAndHeld() {
    orders().createIndex(BsonDocument.parse("{email: 1}"), new IndexOptions().unique(true));
    orders().insertOne(BsonDocument.parse("{_id: 'x', email: 'e'}"));
    readsAreOfNow();
    orders().deleteOne(BsonDocument.parse("{_id: 'x'}"));
    holding.held(on("other", insert(order("b"), fields("email", "e"))));
  }

  private void deposit() {
    holding.settled(holding.held(credit("deposit", "poor", 100_00)));
  }

  private void assertShort(Answer told, long available) {
    assertThat(told.kind()).isEqualTo(Answer.Kind.SHORT);
    assertThat(told.available()).isEqualTo(available);
  }

  @Test
  void ofTwoHoldsTheOneThatFitsIsPlacedAndTheOtherIsShortByTheFiguresOfNow() {
    readsAreOfNow();
    deposit();

    List<Answer> told =
        holding.place(List.of(debit("t1", "poor", 60_00), debit("t2", "poor", 60_00)));

    assertThat(told.get(0).kind()).isEqualTo(Answer.Kind.HELD);
    assertShort(told.get(1), 40_00);
  }

  @Test
  void whereLinearizableReadsAreRefusedAQuorumReadTellsTheFiguresOfNow() {
    readsAreOfNow();
    deposit();
    linearizableReadsAre(72);

    assertShort(holding.place(debit("t1", "poor", 150_00)), 100_00);
  }

  @Test
  void whereLinearizableReadsAreRefusedAFreedValueIsReadAgainAfterAQuorumRead() {
    aValueIsFreedAndHeld();
    linearizableReadsAre(72);
    server.on(
        "findAndModify",
        (sound, asked) -> {
          server.on("find", (now, find) -> now.apply(find));
          return sound.apply(asked);
        });

    assertThat(kind(on("t1", insert(order("a"), fields("email", "e")))))
        .isEqualTo(Answer.Kind.BUSY);
  }

  @Test
  void aLinearizableReadIsLimitedAndRefusesNothingWhenItsTimeIsOver() {
    readsAreOfNow();
    deposit();
    linearizableReadsAre(50);

    assertThat(kind(debit("t1", "poor", 150_00))).isEqualTo(Answer.Kind.IN_DOUBT);
    assertThat(server.received("find"))
        .filteredOn(find -> find.toString().contains("linearizable"))
        .isNotEmpty()
        .allMatch(find -> find.containsKey("maxTimeMS"));
  }

  /** A secondary that has nothing yet, and answers no linearizable read. */
  private static Document secondary(Document asked) {
    return asked.toString().contains("linearizable")
        ? FaultyServer.error(10107).answer(none -> none, asked)
        : FaultyServer.found(List.of());
  }

  @Test
  void whoReadsFromSecondariesIsToldOfHoldsByThePrimary() {
    server.on(
        "find",
        (sound, asked) ->
            asked.containsKey("$readPreference") ? secondary(asked) : sound.apply(asked));
    MongoStoreSettings settings = MongoStoreSettings.defaults().withUnsafeAllowed(true);
    try (MongoClient reading = server.client("replicaSet=rs&readPreference=secondaryPreferred")) {
      Holding unsafe = new Holding(Servers.bank(reading, settings));

      assertShort(unsafe.place(debit("t1", "poor", 1)), 0);
      unsafe.held(credit("t2", "poor", 1));
      assertThat(unsafe.store().actions().find(new ActionId("a"))).isEmpty();
    }
  }

  @Test
  void recordsWhoseIdsNameNothingKeepNoOthersFromTheirNumbers() {
    EventRepository events = store.events();
    events.turnOn();
    long earlier = System.currentTimeMillis() - Duration.ofMinutes(1).toMillis();
    Servers.bank(client, "transactions")
        .insertMany(
            IntStream.rangeClosed(0, EventRepository.MOST_AT_ONCE)
                .mapToObj(
                    n ->
                        new BsonDocument("_id", n == 0 ? new BsonString("t1") : new BsonInt32(n))
                            .append("decidedAt", new BsonDateTime(n == 0 ? earlier + 1 : earlier)))
                .toList());

    assertThat(events.unnumbered()).extracting(RecordId::value).containsExactly("t1");
  }

  @Test
  void anAccountThatWasOpenedSinceIsThere() {
    readsAreOfNow();
    store.accounts().open(List.of(account("new").opening(usd("1"))));

    assertShort(holding.place(debit("t1", "new", 5_00)), 1_00);
  }

  @Test
  void anAccountThatWasOpenedSinceIsNotClosedForItsMoney() {
    readsAreOfNow();
    store.accounts().open(List.of(account("new").opening(usd("1"))));

    assertThat(store.accounts().change(accountId("new"), StatusChange.CLOSE))
        .isInstanceOfSatisfying(
            StatusOutcome.Refused.class,
            refused -> assertThat(refused.reason()).isNotInstanceOf(StatusRefusal.NotFound.class));
  }

  @Test
  void aRecordThatWasNumberedSinceGetsNoSecondNumber() {
    EventRepository events = store.events();
    events.turnOn();
    store.records().insert(List.of(begun("t1")));
    store.records().move(List.of(decide("t1", 1)));
    Awaitility.await().until(() -> !events.unnumbered().isEmpty());
    server.on("find", reads);
    store.records().find(List.of(new RecordId("t1")));
    List<RecordId> listed = events.unnumbered();
    events.give(1, listed);
    events.mark(List.of(new NumberedRecord(1, listed.get(0))));
    reads.beStale();

    assertThat(events.unnumbered()).isEmpty();
  }

  @Test
  void aConsumerIsThereForRetentionAsSoonAsItIsAdded() {
    EventRepository events = store.events();
    server.on("find", reads);
    assertThat(events.consumers()).isEmpty();
    reads.beStale();
    EventConsumer mail = new EventConsumer(new ConsumerName("mail"), EventPosition.START);
    events.add(mail);

    assertThat(events.consumers()).containsExactly(Either.right(mail));
  }

  @Test
  void aGuardThatHoldsByNowRefusesNothing() {
    orders().insertOne(BsonDocument.parse("{_id: 'a', open: false}"));
    readsAreOfNow();
    holding.settled(holding.held(on("opening", change(order("a"), set("open", true)))));
    holding.held(on("other", change(order("a"), set("paid", true))));

    assertThat(kind(on("t1", change(order("a"), is("open", true), set("sent", true)))))
        .isEqualTo(Answer.Kind.BUSY);
  }

  @Test
  void aDocumentThatWasInsertedSinceIsThere() {
    readsAreOfNow();
    orders().insertOne(BsonDocument.parse("{_id: 'a'}"));
    holding.held(on("other", change(order("a"), set("paid", true))));

    assertThat(kind(on("t1", change(order("a"), set("sent", true))))).isEqualTo(Answer.Kind.BUSY);
  }

  @Test
  void anIdThatWasTakenSinceIsTold() {
    readsAreOfNow();
    orders().insertOne(BsonDocument.parse("{_id: 'a'}"));

    assertThat(holding.refusal(on("t1", insert(order("a"), fields("n", 1)))))
        .isEqualTo(new DocumentRefusal.DocumentExists(order("a")));
  }

  @Test
  void aValueThatWasFreedSinceAndIsHeldIsBusy() {
    aValueIsFreedAndHeld();

    assertThat(kind(on("t1", insert(order("a"), fields("email", "e")))))
        .isEqualTo(Answer.Kind.BUSY);
  }
}
