package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RetentionTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final MongoStoreSettings QUIET = MongoStoreSettings.defaults().withProbe(false);
  private static final Owner OWNER = new Owner(APP, token("t"));
  private static final Retention NINETY_DAYS = new Retention(Duration.ofDays(90));
  private static final Retention A_DAY_BY_PASS = Retention.ofPass(Retention.SHORTEST).get();
  private static final Retention A_DAY = new Retention(Retention.SHORTEST);

  private static final BsonDocument OF_RECEIPTS = BsonDocument.parse("{ endedAt: 1, _id: 1 }");

  private final PlantedServer.Running server = PlantedServer.thatKnowsCollMod();
  private final CommandRecorder recorder = new CommandRecorder();
  private final MongoClient client = recorder.client(server.uri());

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private Records open(MongoStoreSettings settings) {
    return MongoStore.using(client, "bank", settings).records();
  }

  private List<Number> periods() {
    List<Number> periods = new ArrayList<>();
    client
        .getDatabase("bank")
        .getCollection("transactions")
        .listIndexes(BsonDocument.class)
        .forEach(
            index -> {
              if (index.containsKey("expireAfterSeconds")) {
                assertThat(index.getDocument("key")).containsOnlyKeys("finishedAt");
                periods.add(index.getNumber("expireAfterSeconds").longValue());
              }
            });
    return periods;
  }

  @Test
  void unlessAskedForRecordsAreKeptForEver() {
    assertThat(open(QUIET).keeping().mayHaveExpired()).isFalse();
    assertThat(open(QUIET.withRetention(Retention.FOR_EVER)).keeping().mayHaveExpired()).isFalse();

    assertThat(periods()).isEmpty();
  }

  @Test
  void aPeriodIsSetChangedAndLeftByWhoeverAsksForNone() {
    assertThat(open(QUIET.withRetention(NINETY_DAYS)).keeping().mayHaveExpired()).isTrue();
    assertThat(periods()).containsExactly(7_776_000L);

    open(QUIET.withRetention(A_DAY));
    assertThat(periods()).containsExactly(86_400L);

    recorder.commands();
    assertThat(open(QUIET).keeping().mayHaveExpired()).isTrue();
    open(QUIET.withRetention(A_DAY));
    assertThat(recorder.commands()).containsOnly("find", "listCollections", "listIndexes");
    assertThat(periods()).containsExactly(86_400L);
  }

  @Test
  void ofTwoProcessesThatSetAPeriodAtOnceTheIndexOfOneStays() {
    AtomicBoolean isOfPeriod = new AtomicBoolean();
    CommandListener another =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            isOfPeriod.set(event.getCommand().toString().contains("expireAfterSeconds"));
          }

          @Override
          public void commandSucceeded(CommandSucceededEvent event) {
            if (event.getCommandName().equals("createIndexes") && isOfPeriod.getAndSet(false)) {
              open(QUIET.withRetention(NINETY_DAYS));
            }
          }
        };
    try (MongoClient racing =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(server.uri()))
                .addCommandListener(another)
                .build())) {
      MongoStore.using(racing, "bank", QUIET.withRetention(A_DAY));
    }

    assertThat(periods()).containsExactly(86_400L);
  }

  @Test
  void aPeriodIsThatOfAllRecordsWhoeverHasSetIt() {
    assertThat(open(QUIET).keeping().keptFor()).isEmpty();

    assertThat(open(QUIET.withRetention(A_DAY)).keeping().keptFor()).contains(A_DAY.period());
    assertThat(open(QUIET).keeping().keptFor()).contains(A_DAY.period());
    assertThat(open(QUIET.withRetention(Retention.FOR_EVER)).keeping().keptFor()).isEmpty();
  }

  @Test
  void aPassRemovesWhereItIsAskedToAndTheServerNeverAgain() {
    open(QUIET.withRetention(NINETY_DAYS));
    assertThat(open(QUIET).keeping().keptFor()).contains(NINETY_DAYS.period());

    Records records = open(QUIET.withRetention(A_DAY_BY_PASS));

    assertThat(periods()).containsExactly((long) Integer.MAX_VALUE);
    assertThat(records.keeping().keptFor()).contains(A_DAY.period());
    assertThat(open(QUIET).keeping().keptFor()).contains(A_DAY.period());
    assertThat(open(QUIET).keeping().keptFor()).contains(A_DAY.period());
    assertThatThrownBy(() -> open(QUIET.withRetention(NINETY_DAYS)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("are removed by a pass");
    assertThat(periods()).containsExactly((long) Integer.MAX_VALUE);

    assertThat(open(QUIET.withRetention(Retention.FOR_EVER)).keeping().keptFor()).isEmpty();
    assertThat(open(QUIET).keeping().mayHaveExpired()).isTrue();
    assertThat(open(QUIET).keeping().keptFor()).isEmpty();
    assertThat(open(QUIET.withRetention(A_DAY_BY_PASS)).keeping().keptFor())
        .contains(A_DAY.period());
  }

  @Test
  void aPassLeavesReceiptsWhereItIsAskedToForAsLongAsAsked() {
    Retention fourDays = A_DAY_BY_PASS.withReceipts(Duration.ofDays(4)).get();
    assertThat(open(QUIET.withRetention(A_DAY_BY_PASS)).keeping().receipts()).isEmpty();
    assertThat(indexes()).doesNotContain(OF_RECEIPTS);

    assertThat(open(QUIET.withRetention(fourDays)).keeping().receipts())
        .contains(ReceiptPeriod.of(Duration.ofDays(4)));
    assertThat(indexes()).contains(OF_RECEIPTS);
    assertThat(
            open(QUIET.withRetention(Retention.ofPass(Duration.ofDays(2)).get()))
                .keeping()
                .receipts())
        .contains(ReceiptPeriod.of(Duration.ofDays(4)));
    assertThat(open(QUIET.withRetention(Retention.FOR_EVER)).keeping().receipts())
        .contains(ReceiptPeriod.of(Duration.ofDays(4)));
    assertThatThrownBy(() -> open(QUIET.withRetention(Retention.ofPass(Duration.ofDays(5)).get())))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "receipts of transactions are kept for PT96H, which is shorter than PT120H for records:"
                + " set both");
    assertThat(
            open(QUIET.withRetention(A_DAY_BY_PASS.withReceiptsForEver().get()))
                .keeping()
                .receipts())
        .contains(ReceiptPeriod.FOR_EVER);
    assertThat(open(QUIET).keeping().receipts()).contains(ReceiptPeriod.FOR_EVER);
    assertThat(open(QUIET).keeping().keptFor()).contains(A_DAY.period());
  }

  @Test
  void thatAllReceiptsAreThereIsKnownWhereTheyWereKeptForEverFromTheFirst() {
    Retention forEver = A_DAY_BY_PASS.withReceiptsForEver().get();
    assertThat(open(QUIET).keeping().hasReceiptsOfAllRemoved()).isFalse();
    assertThat(open(QUIET.withRetention(forEver)).keeping().hasReceiptsOfAllRemoved()).isTrue();
    assertThat(open(QUIET.withRetention(Retention.FOR_EVER)).keeping().hasReceiptsOfAllRemoved())
        .isTrue();
    assertThat(open(QUIET.withRetention(A_DAY_BY_PASS)).keeping().hasReceiptsOfAllRemoved())
        .isTrue();

    Retention fourDays = A_DAY_BY_PASS.withReceipts(Duration.ofDays(4)).get();
    assertThat(open(QUIET.withRetention(fourDays)).keeping().hasReceiptsOfAllRemoved()).isFalse();
    assertThat(open(QUIET.withRetention(forEver)).keeping().hasReceiptsOfAllRemoved()).isFalse();
  }

  @Test
  void whereAPassOrTheServerHasRemovedSomeBeforeNotAllHaveLeftAReceipt() {
    Retention forEver = A_DAY_BY_PASS.withReceiptsForEver().get();
    open(QUIET.withRetention(A_DAY_BY_PASS));
    assertThat(open(QUIET.withRetention(forEver)).keeping().hasReceiptsOfAllRemoved()).isFalse();

    client.getDatabase("bank").drop();
    open(QUIET.withRetention(NINETY_DAYS));
    assertThat(open(QUIET.withRetention(forEver)).keeping().hasReceiptsOfAllRemoved()).isFalse();
  }

  @Test
  void receiptsForEverHaveNoIndex() {
    open(QUIET.withRetention(A_DAY_BY_PASS.withReceiptsForEver().get()));

    assertThat(indexes()).doesNotContain(OF_RECEIPTS);
  }

  @Test
  void receiptsThatCannotBeAreRefusedInOneLine() {
    assertThat(NINETY_DAYS.withReceipts(Duration.ofDays(400)).getLeft())
        .isEqualTo("the server leaves no receipts of what it removes: only a pass does");
    assertThat(A_DAY_BY_PASS.withReceipts(Duration.ofHours(23)).getLeft())
        .isEqualTo("receipts for PT23H go before the records, which stay for PT24H");
    assertThat(A_DAY_BY_PASS.withReceipts(Duration.ofDays(30_000)).getLeft())
        .contains("receipts: retention PT720000H is above 68 years");
    assertThat(A_DAY_BY_PASS.withReceipts(Duration.ofDays(1)).get().receipts())
        .contains(Duration.ofDays(1));
  }

  @Test
  void aPassHasAnIndexAndNoPeriodOfTheServers() {
    assertThat(open(QUIET.withRetention(A_DAY_BY_PASS)).keeping().mayHaveExpired()).isTrue();

    assertThat(periods()).isEmpty();
    assertThat(indexes()).contains(BsonDocument.parse("{ finishedAt: 1, _id: 1 }"));
  }

  @Test
  void aPassCarriesWhereNothingWasRemovedBefore() {
    assertThat(carries(QUIET)).isTrue();

    assertThat(carries(QUIET.withRetention(A_DAY_BY_PASS))).isTrue();
    assertThat(carries(QUIET.withRetention(Retention.FOR_EVER))).isTrue();
    assertThat(carries(QUIET.withRetention(A_DAY_BY_PASS))).isTrue();
    assertThat(carries(QUIET)).isTrue();
  }

  @Test
  void aPassDoesNotCarryWhereTheServerRemovedBefore() {
    assertThat(carries(QUIET.withRetention(NINETY_DAYS))).isFalse();
    assertThat(carries(QUIET.withRetention(A_DAY_BY_PASS))).isFalse();
    assertThat(carries(QUIET)).isFalse();
  }

  private boolean carries(MongoStoreSettings settings) {
    return MongoStore.using(client, "bank", settings).carried().isComplete();
  }

  @Test
  void withoutAPassThereIsNoSuchIndex() {
    open(QUIET.withRetention(new Retention(Retention.FOR_EVER.period(), Retention.By.PASS)));
    open(QUIET.withRetention(NINETY_DAYS));

    assertThat(indexes()).doesNotContain(BsonDocument.parse("{ finishedAt: 1, _id: 1 }"));
  }

  private List<BsonDocument> indexes() {
    return client
        .getDatabase("bank")
        .getCollection("transactions")
        .listIndexes(BsonDocument.class)
        .map(index -> index.getDocument("key"))
        .into(new ArrayList<>());
  }

  @Test
  void forEverAfterAPeriodStillTellsThatRecordsMayBeMissing() {
    open(QUIET.withRetention(A_DAY));

    assertThat(open(QUIET.withRetention(Retention.FOR_EVER)).keeping().mayHaveExpired()).isTrue();
    assertThat(periods()).containsExactly((long) Integer.MAX_VALUE);
  }

  @Test
  void aServerThatCannotChangeAPeriodStillSetsTheFirstAndNamesTheRefusalOfAnother() {
    try (PlantedServer.Running rigid = PlantedServer.thatKeepsPeriodsAsTheyAre();
        MongoClient there = recorder.client(rigid.uri())) {
      MongoStore store = MongoStore.using(there, "bank", QUIET.withRetention(A_DAY));
      assertThat(store.records().keeping().mayHaveExpired()).isTrue();
      MongoStore.using(there, "bank", QUIET.withRetention(A_DAY));

      assertThatThrownBy(() -> MongoStore.using(there, "bank", QUIET.withRetention(NINETY_DAYS)))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageMatching(
              "MongoDB at \\S+ refuses to change the period after which finished records of"
                  + " bank.transactions are removed to 7776000 s: code 59, .*");
    }
  }

  @Test
  void aServerThatFailsToChangeAPeriodRefusesItForGood() {
    try (PlantedServer.Running failing = PlantedServer.thatFailsToChangePeriods();
        MongoClient there = recorder.client(failing.uri())) {
      MongoStore.using(there, "bank", QUIET.withRetention(A_DAY));

      assertThatThrownBy(() -> MongoStore.using(there, "bank", QUIET.withRetention(NINETY_DAYS)))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageContaining("are removed to 7776000 s: code 1, operator does not exist");
    }
  }

  @Test
  void anIndexOfNoPeriodIsChanged() {
    open(QUIET);
    client
        .getDatabase("bank")
        .getCollection("transactions")
        .createIndex(BsonDocument.parse("{finishedAt: 1}"));
    assertThat(open(QUIET).keeping().mayHaveExpired()).isFalse();

    open(QUIET.withRetention(A_DAY));

    assertThat(periods()).containsExactly(86_400L);
  }

  @Test
  void aServerThatRemovesNothingByAgeIsToldInOneLineAndGetsNoIndex() {
    try (PlantedServer.Running forgetful = PlantedServer.thatIgnoresPeriods();
        MongoClient there = recorder.client(forgetful.uri())) {
      assertThatThrownBy(() -> MongoStore.using(there, "bank", QUIET.withRetention(A_DAY)))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageMatching(
              "MongoDB at \\S+ keeps no period of an index, and so does not remove finished records"
                  + " of bank.transactions after a time");
      assertThat(MongoStore.using(there, "bank", QUIET).records().keeping().mayHaveExpired())
          .isFalse();
      assertThat(
              there
                  .getDatabase("bank")
                  .getCollection("transactions")
                  .listIndexes(BsonDocument.class))
          .noneMatch(index -> index.getDocument("key").containsKey("finishedAt"));
    }
  }

  @Test
  void theServerRemovesNoReversalAndAPassFindsThemByAnIndex() {
    Records records = open(QUIET.withRetention(A_DAY));
    NewTransaction reversal =
        new NewTransaction(
            transactionId("t:reversal"),
            transfer("t", "A", "B", usd("1")).operations(),
            Optional.of(transactionId("t")));
    records.insert(List.of(NewRecord.alone(reversal, OWNER)));
    begin(records, "t");
    for (String id : List.of("t", "t:reversal")) {
      decide(records, id);
      move(records, Transition.finish(new RecordId(id), State.APPLIED));
    }
    records.insert(List.of(NewRecord.tombstone(new RecordId("u:reversal:2"))));

    assertThat(records.list(RecordQuery.ended(Duration.ZERO, 10)))
        .extracting(Lookup::id)
        .containsExactlyInAnyOrder("t:reversal", "u:reversal:2");
    assertThat(indexes()).contains(BsonDocument.parse("{ finishedAt: 1, _id: 1, reverses: 1 }"));
    open(QUIET.withRetention(A_DAY_BY_PASS));
    assertThat(records.list(RecordQuery.ended(Duration.ZERO, 10))).hasSize(3);
  }

  @Test
  void aServerThatKeepsNoFilterIsNotToldToRemove() {
    try (PlantedServer.Running unfiltered = PlantedServer.thatIgnoresFilters();
        MongoClient there = recorder.client(unfiltered.uri())) {
      assertThatThrownBy(() -> MongoStore.using(there, "bank", QUIET.withRetention(A_DAY)))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageMatching(
              "MongoDB at \\S+ keeps no filter of an index, so it would remove reversals before"
                  + " what they reverse: a pass can remove finished records of bank.transactions"
                  + " after a time");
      assertThat(MongoStore.using(there, "bank", QUIET).records().keeping().mayHaveExpired())
          .isFalse();
    }
  }

  private static void makeIndex(MongoClient there, String filter) {
    BsonDocument index =
        BsonDocument.parse("{ key: { finishedAt: 1 }, name: 'old', expireAfterSeconds: 86400 }");
    if (!filter.isEmpty()) {
      index.append("partialFilterExpression", BsonDocument.parse(filter));
    }
    there
        .getDatabase("bank")
        .runCommand(
            new BsonDocument("createIndexes", new BsonString("transactions"))
                .append("indexes", new BsonArray(List.of(index))));
  }

  @Test
  void anIndexThatCannotBeMadeAnewStaysAsItWas() {
    try (PlantedServer.Running unfiltered = PlantedServer.thatIgnoresFilters();
        MongoClient there = recorder.client(unfiltered.uri())) {
      makeIndex(there, "");

      assertThatThrownBy(() -> MongoStore.using(there, "bank", QUIET.withRetention(A_DAY)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("keeps no filter of an index");
      assertThat(MongoStore.using(there, "bank", QUIET).records().keeping().mayHaveExpired())
          .isTrue();
    }
  }

  @Test
  void anIndexThatMayNotBeDroppedIsNamedAsARefusal() {
    try (FaultyServer faulty = FaultyServer.standalone();
        MongoClient there = faulty.client("")) {
      makeIndex(there, "");
      faulty.on("dropIndexes", FaultyServer.error(13));

      assertThatThrownBy(() -> MongoStore.using(there, "bank", QUIET.withRetention(A_DAY)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("refuses to remove finished records");
    }
  }

  @Test
  void aFilterThatIsListedAtLengthIsTheSame() {
    makeIndex(client, "{ reverses: { $eq: null } }");
    recorder.commands();

    open(QUIET.withRetention(A_DAY));

    assertThat(recorder.commands()).doesNotContain("dropIndexes");
  }

  /** By a page of the index: what is to be equal first, then the order; nothing else is sorted. */
  @Test
  void batchesThatHaveEndedAreReadByPagesOfAnIndexWhoeverRemovesTheOthers() {
    for (Retention retention : List.of(A_DAY, A_DAY_BY_PASS)) {
      client.getDatabase("bank").drop();
      MongoStore store = MongoStore.using(client, "bank", QUIET.withRetention(retention));
      assertThat(indexes()).contains(BsonDocument.parse("{ kind: 1, endedAt: 1, _id: 1 }"));

      recorder.documents();
      store.records().list(RecordQuery.ended(Duration.ofDays(1), 7));
      BsonDocument find =
          recorder.documents().stream()
              .filter(
                  sent ->
                      sent.containsKey("filter") && sent.getDocument("filter").containsKey("kind"))
              .findFirst()
              .get();
      assertThat(find.getDocument("filter").get("kind")).isEqualTo(new BsonString("batch"));
      assertThat(find.getDocument("filter").getDocument("endedAt"))
          .containsOnlyKeys("$exists", "$lte");
      assertThat(find.getDocument("sort").keySet()).containsExactly("endedAt", "_id");
      assertThat(find.getNumber("limit").intValue()).isEqualTo(7);
    }
  }

  @Test
  void aPeriodTooShortIsRefusedInOneLine() {
    assertThat(Retention.of(Duration.ofHours(23)).getLeft())
        .isEqualTo("retention PT23H is below PT24H, the shortest that can be safe");
    assertThat(Retention.of(Duration.ofDays(90)).get()).isEqualTo(NINETY_DAYS);
    assertThat(Retention.of(Duration.ofDays(30_000)).getLeft()).contains("above 68 years");
    assertThat(Retention.of(Duration.ofDays(1).plusMillis(1)).getLeft())
        .contains("not in whole seconds");
    assertThatThrownBy(() -> new Retention(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void begin(Records records, String... ids) {
    for (String id : ids) {
      records.insert(List.of(NewRecord.alone(transfer(id, "A", "B", usd("1")), OWNER)));
    }
  }

  private static void decide(Records records, String id) {
    move(
        records,
        Transition.decide(
            new RecordId(id), List.of(transactionId(id)), epoch(1), Map.of(), Verdict.ALL_APPLIED));
  }

  private static void move(Records records, Transition transition) {
    assertThat(records.move(List.of(transition))).containsExactly(MATCHED);
  }
}
