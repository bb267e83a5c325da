package io.twophase.adapter.mongo.command;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.ConsumerName;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.NewRecord;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * After a failover, a majority read may be older than a write that was acknowledged before it. By
 * such a read alone nothing is refused, and no event gets a number.
 */
class StaleRefusalTest {

  private final FaultyServer server = FaultyServer.replicaSet();
  private final MongoClient client = server.client("");
  private final StaleReads reads = new StaleReads();
  private final MongoStore store =
      MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false));
  private final AccountRepository accounts = store.accounts();

  @BeforeEach
  void open() {
    accounts.open(List.of(account("poor").opening(usd("0"))));
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private MongoCollection<BsonDocument> orders() {
    return client.getDatabase("bank").getCollection("orders", BsonDocument.class);
  }

  private static Leg leg(String transaction, AccountOperation operation) {
    return new Leg(transactionId(transaction), epoch(1), operation);
  }

  private DocumentHoldOutcome hold(String transaction, DocumentOperation operation) {
    return store.documents().hold(List.of(Documents.leg(transaction, 1, operation))).get(0);
  }

  /** From now on, reads show what is there now. */
  private void readsAreOfNow() {
    server.on("find", reads);
    accounts.find(List.of(accountId("poor")));
    store.documents().find(List.of(order("a")));
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

  private void deposit(String amount) {
    List<Leg> deposit = List.of(leg("deposit", credit("poor", usd(amount))));
    accounts.hold(deposit);
    accounts.settle(deposit);
  }

  @Test
  void ofTwoHoldsTheOneThatFitsIsPlacedAndTheOtherIsRefusedByTheFiguresOfNow() {
    readsAreOfNow();
    deposit("100");

    List<AccountHoldOutcome> outcomes =
        accounts.hold(
            List.of(leg("t1", debit("poor", usd("60"))), leg("t2", debit("poor", usd("60")))));

    assertThat(outcomes.get(0)).isEqualTo(AccountHoldOutcome.held());
    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            AccountHoldOutcome.Refused.class,
            refused ->
                assertThat(refused.refusal())
                    .isInstanceOfSatisfying(
                        HoldRefusal.InsufficientFunds.class,
                        funds -> assertThat(funds.available()).isEqualTo(usd("40"))));
  }

  @Test
  void whereLinearizableReadsAreRefusedAQuorumReadTellsTheFiguresOfNow() {
    readsAreOfNow();
    deposit("100");
    linearizableReadsAre(72);

    assertThat(accounts.hold(List.of(leg("t1", debit("poor", usd("150"))))).get(0))
        .isInstanceOfSatisfying(
            AccountHoldOutcome.Refused.class,
            refused ->
                assertThat(refused.refusal())
                    .isInstanceOfSatisfying(
                        HoldRefusal.InsufficientFunds.class,
                        funds -> assertThat(funds.available()).isEqualTo(usd("100"))));
  }

  @Test
  void whereLinearizableReadsAreRefusedAFreedValueIsReadAgainAfterAQuorumRead() {
    orders().createIndex(BsonDocument.parse("{email: 1}"), new IndexOptions().unique(true));
    orders().insertOne(BsonDocument.parse("{_id: 'x', email: 'e'}"));
    readsAreOfNow();
    orders().deleteOne(BsonDocument.parse("{_id: 'x'}"));
    hold("other", insert(order("b"), fields("email", "e")));
    linearizableReadsAre(72);
    server.on(
        "findAndModify",
        (sound, asked) -> {
          server.on("find", (now, find) -> now.apply(find));
          return sound.apply(asked);
        });

    assertThat(hold("t1", insert(order("a"), fields("email", "e"))))
        .isInstanceOf(DocumentHoldOutcome.Busy.class);
  }

  @Test
  void aLinearizableReadIsLimitedAndRefusesNothingWhenItsTimeIsOver() {
    readsAreOfNow();
    deposit("100");
    linearizableReadsAre(50);

    assertThat(accounts.hold(List.of(leg("t1", debit("poor", usd("150"))))))
        .doesNotHaveAnyElementsOfTypes(AccountHoldOutcome.Refused.class);
    assertThat(server.received("find"))
        .filteredOn(find -> find.toString().contains("linearizable"))
        .isNotEmpty()
        .allMatch(find -> find.containsKey("maxTimeMS"));
  }

  @Test
  void recordsWhoseIdsNameNothingKeepNoOthersFromTheirNumbers() {
    EventRepository events = store.events().get();
    events.turnOn();
    long earlier = System.currentTimeMillis() - Duration.ofMinutes(1).toMillis();
    client
        .getDatabase("bank")
        .getCollection("transactions", BsonDocument.class)
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
    accounts.open(List.of(account("new").opening(usd("1"))));

    assertThat(accounts.hold(List.of(leg("t1", debit("new", usd("5"))))))
        .singleElement()
        .isInstanceOfSatisfying(
            AccountHoldOutcome.Refused.class,
            refused ->
                assertThat(refused.refusal()).isInstanceOf(HoldRefusal.InsufficientFunds.class));
  }

  @Test
  void asMuchAsThereIsNow() {
    readsAreOfNow();
    deposit("100");
    Debit asked = Debit.atMost(accountId("poor"), usd("150"));

    assertThat(accounts.hold(List.of(leg("t1", asked))))
        .containsExactly(AccountHoldOutcome.held(asked.of(usd("100").minor())));
  }

  @Test
  void anAccountThatWasOpenedSinceIsNotClosedForItsMoney() {
    readsAreOfNow();
    accounts.open(List.of(account("new").opening(usd("1"))));

    assertThat(accounts.change(accountId("new"), StatusChange.CLOSE))
        .isInstanceOfSatisfying(
            StatusOutcome.Refused.class,
            refused -> assertThat(refused.refusal()).isNotInstanceOf(StatusRefusal.NotFound.class));
  }

  @Test
  void aRecordThatWasNumberedSinceGetsNoSecondNumber() {
    EventRepository events = store.events().get();
    events.turnOn();
    store
        .transactions()
        .begin(List.of(new NewRecord.Begun(transfer("t1", "A", "B", usd("1")), APP, token("x"))));
    store.transactions().advance(List.of(new Transition.Decide(transactionId("t1"), epoch(1))));
    Awaitility.await().until(() -> !events.unnumbered().isEmpty());
    server.on("find", reads);
    store.transactions().find(List.of(transactionId("t1")));
    List<RecordId> listed = events.unnumbered();
    events.give(1, listed);
    events.mark(List.of(new NumberedRecord(1, listed.get(0))));
    reads.beStale();

    assertThat(events.unnumbered()).isEmpty();
  }

  @Test
  void aConsumerIsThereForRetentionAsSoonAsItIsAdded() {
    EventRepository events = store.events().get();
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
    hold("opening", change(order("a"), set("open", true)));
    store
        .documents()
        .settle(List.of(Documents.leg("opening", 1, change(order("a"), set("open", true)))));
    hold("other", change(order("a"), set("paid", true)));

    assertThat(hold("t1", change(order("a"), is("open", true), set("sent", true))))
        .isInstanceOf(DocumentHoldOutcome.Busy.class);
  }

  @Test
  void aDocumentThatWasInsertedSinceIsThere() {
    readsAreOfNow();
    orders().insertOne(BsonDocument.parse("{_id: 'a'}"));
    hold("other", change(order("a"), set("paid", true)));

    assertThat(hold("t1", change(order("a"), set("sent", true))))
        .isInstanceOf(DocumentHoldOutcome.Busy.class);
  }

  @Test
  void anIdThatWasTakenSinceIsTold() {
    readsAreOfNow();
    orders().insertOne(BsonDocument.parse("{_id: 'a'}"));

    assertThat(hold("t1", insert(order("a"), fields("n", 1))))
        .isEqualTo(new DocumentHoldOutcome.Refused(new DocumentRefusal.DocumentExists(order("a"))));
  }

  @Test
  void aValueThatWasFreedSinceAndIsHeldIsBusy() {
    orders().createIndex(BsonDocument.parse("{email: 1}"), new IndexOptions().unique(true));
    orders().insertOne(BsonDocument.parse("{_id: 'x', email: 'e'}"));
    readsAreOfNow();
    orders().deleteOne(BsonDocument.parse("{_id: 'x'}"));
    hold("other", insert(order("b"), fields("email", "e")));

    assertThat(hold("t1", insert(order("a"), fields("email", "e"))))
        .isInstanceOf(DocumentHoldOutcome.Busy.class);
  }
}
