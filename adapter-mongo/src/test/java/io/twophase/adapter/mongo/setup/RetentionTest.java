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

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Keeping;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetentionTest {

  private static final Owner OWNER = new Owner(APP, token("t"));
  private static final Retention NINETY_DAYS = new Retention(Duration.ofDays(90));
  private static final Retention A_DAY_BY_PASS = Retention.ofPass(Retention.SHORTEST).get();
  private static final Retention A_DAY = new Retention(Retention.SHORTEST);

  private static final BsonDocument OF_RECEIPTS = BsonDocument.parse("{ endedAt: 1, _id: 1 }");

  @AutoClose private final FaultyServer server = FaultyServer.thatKnowsCollMod();
  private final CommandRecorder recorder = new CommandRecorder();
  @AutoClose private final MongoClient client = recorder.client(server.uri(""));

  private Records open(Retention... asked) {
    return Servers.bank(client, quiet(asked)).records();
  }

  private Keeping keeping(Retention... asked) {
    return open(asked).keeping();
  }

  private static MongoStoreSettings quiet(Retention... asked) {
    return asked.length == 0 ? Servers.QUIET : Servers.QUIET.withRetention(asked[0]);
  }

  private List<Number> periods() {
    List<Number> periods = new ArrayList<>();
    for (BsonDocument index : whole()) {
      if (index.containsKey("expireAfterSeconds")) {
        assertThat(index.getDocument("key")).containsOnlyKeys("finishedAt");
        periods.add(index.getNumber("expireAfterSeconds").longValue());
      }
    }
    return periods;
  }

  @Test
  void unlessAskedForRecordsAreKeptForEver() {
    assertThat(keeping().mayHaveExpired()).isFalse();
    assertThat(keeping(Retention.FOR_EVER).mayHaveExpired()).isFalse();

    assertThat(periods()).isEmpty();
  }

  @Test
  void aPeriodIsSetChangedAndLeftByWhoeverAsksForNone() {
    assertThat(keeping(NINETY_DAYS).mayHaveExpired()).isTrue();
    assertThat(periods()).containsExactly(7_776_000L);

    open(A_DAY);
    assertThat(periods()).containsExactly(86_400L);

    recorder.commands();
    assertThat(keeping().mayHaveExpired()).isTrue();
    open(A_DAY);
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
              open(NINETY_DAYS);
            }
          }
        };
    try (MongoClient racing = Servers.heard(server.uri(""), another)) {
      Servers.bank(racing, quiet(A_DAY));
    }

    assertThat(periods()).containsExactly(86_400L);
  }

  @Test
  void aPassRemovesWhereItIsAskedToAndTheServerNeverAgain() {
    open(NINETY_DAYS);
    assertThat(keeping().keptFor()).contains(NINETY_DAYS.period());

    Records records = open(A_DAY_BY_PASS);

    assertThat(periods()).containsExactly((long) Integer.MAX_VALUE);
    assertThat(records.keeping().keptFor()).contains(A_DAY.period());
    assertThat(keeping().keptFor()).contains(A_DAY.period());
    assertThat(keeping().keptFor()).contains(A_DAY.period());
    assertThatThrownBy(() -> open(NINETY_DAYS))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("are removed by a pass");
    assertThat(periods()).containsExactly((long) Integer.MAX_VALUE);

    assertThat(keeping(Retention.FOR_EVER).keptFor()).isEmpty();
    assertThat(keeping().mayHaveExpired()).isTrue();
    assertThat(keeping().keptFor()).isEmpty();
    assertThat(keeping(A_DAY_BY_PASS).keptFor()).contains(A_DAY.period());
  }

  @Test
  void aPassLeavesReceiptsWhereItIsAskedToForAsLongAsAsked() {
    Retention fourDays = A_DAY_BY_PASS.withReceipts(Duration.ofDays(4)).get();
    assertThat(keeping(A_DAY_BY_PASS).receipts()).isEmpty();
    assertThat(indexes()).doesNotContain(OF_RECEIPTS);

    assertThat(keeping(fourDays).receipts()).contains(ReceiptPeriod.of(Duration.ofDays(4)));
    assertThat(indexes()).contains(OF_RECEIPTS);
    assertThat(keeping(Retention.ofPass(Duration.ofDays(2)).get()).receipts())
        .contains(ReceiptPeriod.of(Duration.ofDays(4)));
    assertThat(keeping(Retention.FOR_EVER).receipts())
        .contains(ReceiptPeriod.of(Duration.ofDays(4)));
    assertThatThrownBy(() -> open(Retention.ofPass(Duration.ofDays(5)).get()))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "receipts of transactions are kept for PT96H, which is shorter than PT120H for records:"
                + " set both");
    assertThat(keeping(A_DAY_BY_PASS.withReceiptsForEver().get()).receipts())
        .contains(ReceiptPeriod.FOR_EVER);
    assertThat(keeping().receipts()).contains(ReceiptPeriod.FOR_EVER);
    assertThat(keeping().keptFor()).contains(A_DAY.period());
  }

  @Test
  void thatAllReceiptsAreThereIsKnownWhereTheyWereKeptForEverFromTheFirst() {
    Retention forEver = A_DAY_BY_PASS.withReceiptsForEver().get();
    assertThat(keeping().hasReceiptsOfAllRemoved()).isFalse();
    assertThat(keeping(forEver).hasReceiptsOfAllRemoved()).isTrue();
    assertThat(keeping(Retention.FOR_EVER).hasReceiptsOfAllRemoved()).isTrue();
    assertThat(keeping(A_DAY_BY_PASS).hasReceiptsOfAllRemoved()).isTrue();

    Retention fourDays = A_DAY_BY_PASS.withReceipts(Duration.ofDays(4)).get();
    assertThat(keeping(fourDays).hasReceiptsOfAllRemoved()).isFalse();
    assertThat(keeping(forEver).hasReceiptsOfAllRemoved()).isFalse();
  }

  @Test
  void whereAPassOrTheServerHasRemovedSomeBeforeNotAllHaveLeftAReceipt() {
    Retention forEver = A_DAY_BY_PASS.withReceiptsForEver().get();
    open(A_DAY_BY_PASS);
    assertThat(keeping(forEver).hasReceiptsOfAllRemoved()).isFalse();

    client.getDatabase("bank").drop();
    open(NINETY_DAYS);
    assertThat(keeping(forEver).hasReceiptsOfAllRemoved()).isFalse();
  }

  @Test
  void receiptsForEverHaveNoIndex() {
    open(A_DAY_BY_PASS.withReceiptsForEver().get());

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
    assertThat(keeping(A_DAY_BY_PASS).mayHaveExpired()).isTrue();

    assertThat(periods()).isEmpty();
    assertThat(indexes()).contains(BsonDocument.parse("{ finishedAt: 1, _id: 1 }"));
  }

  @Test
  void aPassCarriesWhereNothingWasRemovedBefore() {
    assertThat(carries()).isTrue();

    assertThat(carries(A_DAY_BY_PASS)).isTrue();
    assertThat(carries(Retention.FOR_EVER)).isTrue();
    assertThat(carries(A_DAY_BY_PASS)).isTrue();
    assertThat(carries()).isTrue();
  }

  @Test
  void aPassDoesNotCarryWhereTheServerRemovedBefore() {
    assertThat(carries(NINETY_DAYS)).isFalse();
    assertThat(carries(A_DAY_BY_PASS)).isFalse();
    assertThat(carries()).isFalse();
  }

  private boolean carries(Retention... asked) {
    return Servers.bank(client, quiet(asked)).carried().isComplete();
  }

  @Test
  void withoutAPassThereIsNoSuchIndex() {
    open(new Retention(Retention.FOR_EVER.period(), Retention.By.PASS));
    open(NINETY_DAYS);

    assertThat(indexes()).doesNotContain(BsonDocument.parse("{ finishedAt: 1, _id: 1 }"));
  }

  private List<BsonDocument> indexes() {
    return whole().stream().map(index -> index.getDocument("key")).toList();
  }

  private List<BsonDocument> whole() {
    return Servers.bank(client, "transactions")
        .listIndexes(BsonDocument.class)
        .into(new ArrayList<>());
  }

  @Test
  void forEverAfterAPeriodStillTellsThatRecordsMayBeMissing() {
    open(A_DAY);

    assertThat(keeping(Retention.FOR_EVER).mayHaveExpired()).isTrue();
    assertThat(periods()).containsExactly((long) Integer.MAX_VALUE);
  }

  private static FaultyServer.Fault ignoring(String option) {
    return (sound, asked) -> {
      ((List<?>) asked.get("indexes")).forEach(index -> ((Document) index).remove(option));
      return sound.apply(asked);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {59, 1})
  void aServerThatCannotChangeAPeriodStillSetsTheFirstAndNamesTheRefusalOfAnother(int code) {
    server.on("collMod", FaultyServer.error(code));
    assertThat(keeping(A_DAY).mayHaveExpired()).isTrue();
    open(A_DAY);
    assertThatThrownBy(() -> open(NINETY_DAYS))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageMatching(
            "MongoDB at \\S+ refuses to change the period after which finished records of"
                + " bank.transactions are removed to 7776000 s: code "
                + code
                + ", made to fail");
  }

  @Test
  void anIndexOfNoPeriodIsChanged() {
    open();
    Servers.bank(client, "transactions").createIndex(BsonDocument.parse("{finishedAt: 1}"));
    assertThat(keeping().mayHaveExpired()).isFalse();

    open(A_DAY);

    assertThat(periods()).containsExactly(86_400L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          expireAfterSeconds | keeps no period of an index, and so does not remove finished records\
           of bank.transactions after a time
          partialFilterExpression | keeps no filter of an index, so it would remove reversals\
           before what they reverse: a pass can remove finished records of bank.transactions after\
           a time
          """)
  void aServerThatKeepsNotAllOfAnIndexIsToldInOneLineAndGetsNone(String ignored, String why) {
    server.on("createIndexes", ignoring(ignored));
    assertThatThrownBy(() -> open(A_DAY))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageMatching("MongoDB at \\S+ " + why);
    assertThat(keeping().mayHaveExpired()).isFalse();
    assertThat(indexes()).noneMatch(key -> key.containsKey("finishedAt"));
  }

  @Test
  void theServerRemovesNoReversalAndAPassFindsThemByAnIndex() {
    Records records = open(A_DAY);
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
    open(A_DAY_BY_PASS);
    assertThat(records.list(RecordQuery.ended(Duration.ZERO, 10))).hasSize(3);
  }

  private void makeIndex(String filter) {
    BsonDocument index =
        BsonDocument.parse("{ key: { finishedAt: 1 }, name: 'old', expireAfterSeconds: 86400 }");
    if (!filter.isEmpty()) {
      index.append("partialFilterExpression", BsonDocument.parse(filter));
    }
    client
        .getDatabase("bank")
        .runCommand(
            new BsonDocument("createIndexes", new BsonString("transactions"))
                .append("indexes", new BsonArray(List.of(index))));
  }

  @Test
  void anIndexThatCannotBeMadeAnewStaysAsItWas() {
    server.on("createIndexes", ignoring("partialFilterExpression"));
    makeIndex("");
    assertThatThrownBy(() -> open(A_DAY))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("keeps no filter of an index");
    assertThat(keeping().mayHaveExpired()).isTrue();
  }

  @Test
  void anIndexThatMayNotBeDroppedIsNamedAsARefusal() {
    makeIndex("");
    server.on("dropIndexes", FaultyServer.error(13));
    assertThatThrownBy(() -> open(A_DAY))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("refuses to remove finished records");
  }

  @Test
  void aFilterThatIsListedAtLengthIsTheSame() {
    makeIndex("{ reverses: { $eq: null } }");
    recorder.commands();

    open(A_DAY);

    assertThat(recorder.commands()).doesNotContain("dropIndexes");
  }

  /** By a page of the index: what is to be equal first, then the order; nothing else is sorted. */
  @Test
  void batchesThatHaveEndedAreReadByPagesOfAnIndexWhoeverRemovesTheOthers() {
    for (Retention retention : List.of(A_DAY, A_DAY_BY_PASS)) {
      client.getDatabase("bank").drop();
      MongoStore store = Servers.bank(client, quiet(retention));
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
