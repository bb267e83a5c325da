package io.twophase.adapter.mongo.batch;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.document.batch.BatchCodec;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.vavr.Tuple2;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("What is stored of batches and their members, beside records of transactions")
class BatchFormsTest {

  private static final BatchId BATCH = new BatchId("batch:1");
  private static final BatchRecord.Owner OWNER =
      new BatchRecord.Owner(APP, Option.none(), token("x"));
  private static final NewBatch TWO =
      new NewBatch(
          BATCH,
          List.of(
              transfer("m1", "A", "B", usd("5")).noted("why"), transfer("m2", "B", "A", usd("1"))),
          true);

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static BsonDocument stored(String id) {
    BsonDocument stored =
        FRESH.collection("transactions").find(BsonDocument.parse("{_id: '" + id + "'}")).first();
    for (String time : List.of("createdAt", "lastModified", "decidedAt", "endedAt")) {
      if (stored.containsKey(time)) {
        assertThat(stored.get(time).isDateTime()).isTrue();
        stored.remove(time);
      }
    }
    return stored;
  }

  private static long open() {
    return FRESH.collection("transactions").countDocuments(Indexes.isOpen());
  }

  private static BatchRepository batches(MongoStore store) {
    return store.batches().get().records();
  }

  @Test
  void theRecordAndItsMembersAreStoredAsTheProtocolSays() {
    BatchRepository batches = batches(FRESH.store());
    assertThat(batches.begin(TWO, OWNER).record()).isEqualTo(BeginOutcome.BEGUN);

    assertThat(stored("batch:1"))
        .isEqualTo(
            BsonDocument.parse(
                """
                {_id: "batch:1", kind: "batch", state: "pending", epoch: {$numberLong: "1"},
                 application: "App1", token: "x", inOrder: true, members: ["m1", "m2"],
                 excluded: [], refused: [], left: [], v: 1}
                """));
    assertThat(stored("m1"))
        .isEqualTo(
            BsonDocument.parse(
                """
                {_id: "m1", batch: "batch:1", source: "A", destination: "B",
                 value: {$numberLong: "500"}, currency: "USD", note: "why", v: 1}
                """));
    BatchTransition exclude = new BatchTransition.Exclude(BATCH, transactionId("m2"), ON_REQUEST);
    BatchTransition decide =
        new BatchTransition.Decide(
            BATCH,
            epoch(1),
            LinkedHashMap.of(transactionId("m2"), ON_REQUEST),
            new Verdict(
                LinkedHashMap.of(
                    transactionId("m1"), new HoldRefusal.NoSuchAccount(accountId("A"))),
                LinkedHashSet.empty()));
    for (BatchTransition next : List.of(exclude, decide, new BatchTransition.Finish(BATCH))) {
      assertThat(batches.advance(List.of(next))).containsExactly(MatchOutcome.MATCHED);
    }
    assertThat(stored("batch:1"))
        .isEqualTo(
            BsonDocument.parse(
                """
                {_id: "batch:1", kind: "batch", state: "done", epoch: {$numberLong: "1"},
                 application: "App1", token: "x", inOrder: true, members: ["m1", "m2"],
                 excluded: [{member: "m2", reason: {kind: "Canceled", text: "changed my mind"}}],
                 refused: [{member: "m1", reason: {kind: "NoSuchAccount", account: "A"}}],
                 left: [], v: 1}
                """));
  }

  @Test
  void theIndexOfWhatIsOpenHasTheBatchWhileItIsAndItsMembersNever() {
    BatchRepository batches = batches(FRESH.store());
    batches.begin(TWO, OWNER);
    assertThat(open()).isEqualTo(1);
    BatchTransition cancel =
        new BatchTransition.BeginCancel(BATCH, epoch(1), ON_REQUEST, OWNER, List.of());
    batches.advance(List.of(cancel));
    assertThat(open()).isEqualTo(1);
    batches.advance(List.of(new BatchTransition.FinishCancel(BATCH)));
    assertThat(open()).isZero();
    batches.bury(List.of(new BatchId("batch:2")));
    assertThat(open()).isZero();
  }

  private static BatchTransition leavingOutM2() {
    return new BatchTransition.Decide(
        BATCH,
        epoch(1),
        LinkedHashMap.empty(),
        new Verdict(LinkedHashMap.empty(), LinkedHashSet.of(transactionId("m2"))));
  }

  private static long leavingOut() {
    return FRESH.collection("transactions").countDocuments(Indexes.leavesOut());
  }

  @Test
  void theIndexOfBatchesThatLeaveSomebodyOutHasThemUntilNobodyIs() {
    BatchRepository batches = batches(FRESH.store());
    batches.begin(TWO, OWNER);
    assertThat(leavingOut()).isZero();

    batches.advance(List.of(leavingOutM2()));
    batches.advance(List.of(new BatchTransition.Finish(BATCH)));
    assertThat(stored("batch:1").getBoolean("leavesOut").getValue()).isTrue();
    assertThat(leavingOut()).isEqualTo(1);

    assertThat(batches.forgetLeftOut(BATCH)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(stored("batch:1")).doesNotContainKey("leavesOut").containsKey("left");
    assertThat(leavingOut()).isZero();
  }

  @Test
  void aRecordThatHasForgottenThemIsReadAsOneThatLeavesNobodyOut() {
    BatchRepository batches = batches(FRESH.store());
    batches.begin(TWO, OWNER);
    batches.advance(List.of(leavingOutM2()));
    batches.advance(List.of(new BatchTransition.Finish(BATCH)));
    batches.forgetLeftOut(BATCH);

    BatchLookup lookup = batches.find(List.of(BATCH)).get(0);

    assertThat(lookup.read().map(record -> record.leavesOut())).contains(false);
    assertThat(lookup.read().map(record -> record.isLeftOut(transactionId("m2")))).contains(true);
    assertThat(batches.leavingOut(Duration.ZERO, 10)).isEmpty();
  }

  @Test
  void whatCannotBeReadOfThemIsNamed() {
    BatchRepository batches = batches(FRESH.store());
    batches.bury(List.of(BATCH));
    FRESH
        .collection("transactions")
        .updateOne(BsonDocument.parse("{_id: 'batch:1'}"), BsonDocument.parse("{$set: {left: 7}}"));

    assertThat(batches.leavingOut(Duration.ZERO, 10))
        .singleElement()
        .isInstanceOf(BatchLookup.Unreadable.class);
  }

  /** A record of the tutorial has any id. */
  @Test
  void aLoneTransactionWithTheIdOfABatchStaysOne() {
    MongoStore store = FRESH.store();
    store
        .transactions()
        .begin(
            List.of(new NewRecord.Begun(transfer("batch:1", "A", "B", usd("5")), APP, token("y"))));

    assertThat(batches(store).begin(TWO, OWNER).record()).isEqualTo(BeginOutcome.ID_TAKEN);
    assertThat(batches(store).find(List.of(BATCH)).get(0))
        .isInstanceOf(BatchLookup.Unreadable.class);
    assertThat(batches(store).unfinished(Duration.ZERO, 10)).isEmpty();
    BatchTransition decide =
        new BatchTransition.Decide(BATCH, epoch(1), LinkedHashMap.empty(), Verdict.allApplied());
    assertThat(batches(store).advance(List.of(decide))).containsExactly(MatchOutcome.NOT_MATCHED);
    assertThat(
            store
                .transactions()
                .advance(List.of(new Transition.Decide(transactionId("batch:1"), epoch(1)))))
        .containsExactly(MatchOutcome.MATCHED);
  }

  @Test
  void aMemberWhoseBatchCannotBeReadIsNamed() {
    MongoStore store = FRESH.store();
    batches(store).begin(TWO, OWNER);
    FRESH
        .collection("transactions")
        .updateOne(
            BsonDocument.parse("{_id: 'batch:1'}"),
            BsonDocument.parse("{$set: {left: ['m1', 7]}}"));

    TransactionLookup lookup = store.transactions().find(List.of(transactionId("m1"))).get(0);

    assertThat(lookup.toString()).contains("Unreadable", "m1", "its batch batch:1", "left");
    assertThat(batches(store).unfinished(Duration.ZERO, 10))
        .singleElement()
        .isInstanceOf(BatchLookup.Unreadable.class);
  }

  /** Each decoding makes a name of its own: so the names that members share count them. */
  @Test
  void aPageDecodesTheRecordOfABatchOnceForAllItsMembers() {
    MongoStore store = FRESH.store();
    List<TransactionId> ids = new ArrayList<>();
    for (String batch : List.of("batch:1", "batch:2")) {
      List<NewTransaction> members =
          IntStream.range(0, 50)
              .mapToObj(at -> transfer(batch.substring(6) + "-" + at, "A", "B", usd("1")))
              .toList();
      members.forEach(member -> ids.add(member.id()));
      batches(store).begin(new NewBatch(new BatchId(batch), members, false), OWNER);
    }
    TransactionRepository transactions = store.transactions();
    List<TransactionLookup> scanned = new ArrayList<>();
    transactions.scan(scanned::add);
    List<TransactionLookup> ofAccount = new ArrayList<>();
    transactions.scan(accountId("A"), ofAccount::add);

    assertThat(
            List.of(
                transactions.find(ids),
                transactions.latest(new TransactionQuery(Option.none(), Option.none(), 100)),
                scanned,
                ofAccount))
        .extracting(page -> page.size() + " members, " + decodings(page) + " decodings")
        .containsOnly("100 members, 2 decodings");
  }

  private static int decodings(List<TransactionLookup> page) {
    Set<ApplicationName> names = Collections.newSetFromMap(new IdentityHashMap<>());
    page.forEach(
        lookup -> names.add(((TransactionLookup.Found) lookup).record().application().get()));
    return names.size();
  }

  private static final int LARGEST_DOCUMENT = 16 * 1024 * 1024;

  /** Ids of the most characters, each of three bytes. */
  private static List<NewTransaction> longTransfers(int count) {
    String rest = "€".repeat(250);
    return IntStream.range(0, count)
        .mapToObj(at -> transfer("%05d".formatted(at) + rest, "A", "B" + rest, usd("1")))
        .toList();
  }

  /** A batch of as many transfers as one record has room for, as its decision leaves it. */
  private static BatchRecord decided(
      NewBatch batch, LinkedHashMap<TransactionId, CancelReason> excluded, Verdict verdict) {
    BatchRecord begun = BatchRecord.begun(batch, OWNER, Instant.EPOCH);
    for (Tuple2<TransactionId, CancelReason> each : excluded) {
      begun = new BatchTransition.Exclude(BATCH, each._1(), each._2()).change(begun, Instant.EPOCH);
    }
    return new BatchTransition.Decide(BATCH, epoch(1), begun.excluded(), verdict)
        .change(begun, Instant.EPOCH);
  }

  private static int bytes(BatchRecord record) {
    BsonDocument document = BatchCodec.encode(record);
    return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
  }

  @Test
  void aRecordHasRoomForWhateverIsDecidedOfItsMembers() {
    List<NewTransaction> all = longTransfers(6_000);
    int fitting = NewBatch.fitting(all);
    NewBatch batch = new NewBatch(BATCH, all.subList(0, fitting), false);
    String text = "€".repeat(10_000);
    LinkedHashMap<TransactionId, HoldRefusal> refused = LinkedHashMap.empty();
    LinkedHashMap<TransactionId, CancelReason> excluded = LinkedHashMap.empty();
    for (Member member : batch.members()) {
      refused =
          refused.put(member.id(), new HoldRefusal.AccountCorrupt(member.destination(), text));
      excluded = excluded.put(member.id(), new CancelReason.Requested(text));
    }

    assertThat(fitting).isBetween(2_000, all.size() - 1);
    assertThat(
            bytes(
                decided(batch, LinkedHashMap.empty(), new Verdict(refused, LinkedHashSet.empty()))))
        .isLessThan(LARGEST_DOCUMENT);
    assertThat(
            bytes(
                decided(
                    batch,
                    LinkedHashMap.empty(),
                    new Verdict(LinkedHashMap.empty(), LinkedHashSet.ofAll(batch.ids())))))
        .isLessThan(LARGEST_DOCUMENT);
    assertThat(bytes(decided(batch, excluded, Verdict.allApplied()))).isLessThan(LARGEST_DOCUMENT);
  }
}
