package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("What is stored of records, members and receipts")
class RecordFormsTest {

  static final RecordId SEVERAL = new RecordId("batch:1");
  static final RecordId T1 = new RecordId("t1");
  static final Owner OWNER = new Owner(APP, token("x"));
  static final NewTransaction TRANSFER = transfer("t1", "A", "B", usd("5"));
  static final NewRecord TWO =
      NewRecord.several(
          SEVERAL,
          List.of(
              transfer("m1", "A", "B", usd("5")).noted("why"), transfer("m2", "B", "A", usd("1"))),
          true,
          OWNER);

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private Records records;

  @BeforeEach
  void open() {
    records = FRESH.store().records();
  }

  private static BsonDocument whole(String id) {
    return FRESH.one("transactions", "{_id: '" + id + "'}");
  }

  /** Without its dates, which are the server's. */
  private static BsonDocument stored(String id) {
    BsonDocument stored = whole(id);
    stored.values().removeIf(BsonValue::isDateTime);
    return stored;
  }

  private static void assertStored(String id, String json) {
    assertThat(stored(id)).isEqualTo(BsonDocument.parse(json));
  }

  private void move(Transition... transitions) {
    for (Transition transition : transitions) {
      assertThat(records.move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    }
  }

  private TransactionRecord read(RecordId id) {
    return records.find(List.of(id)).get(0).record().orElseThrow();
  }

  private static long count(BsonDocument filter) {
    return FRESH.collection("transactions").countDocuments(filter);
  }

  @Test
  void aTransferIsOneDocumentWithTheFieldsOfTheTutorial() {
    records.insert(List.of(NewRecord.alone(TRANSFER, OWNER)));

    assertStored(
        "t1",
        """
        {_id: "t1", source: "A", destination: "B", value: {$numberLong: "500"},
         currency: "USD", state: "pending", epoch: {$numberLong: "1"},
         application: "App1", token: "x", v: 1}
        """);
    assertThat(whole("t1")).containsKeys("createdAt", "lastModified");
  }

  @Test
  void aSubmittedOneIsClaimedDecidedAndFinishedByTheServersDates() {
    records.insert(List.of(NewRecord.submitted(TRANSFER)));
    assertThat(stored("t1")).doesNotContainKeys("application", "token");

    move(
        Transition.acquire(T1, epoch(0), OWNER),
        Transition.acquire(T1, epoch(1), new Owner(APP, token("y"))),
        Transition.decide(
            T1, List.of(TRANSFER.id()), epoch(2), Map.of(), moved(TRANSFER.id(), 200, 200)),
        Transition.finish(T1, State.APPLIED));

    assertThat(stored("t1"))
        .containsEntry("state", new BsonString("done"))
        .containsEntry("token", new BsonString("y"))
        .containsEntry("moved", longs(200, 200))
        .doesNotContainKeys("excluded", "refused", "left", "members", "kind");
    assertThat(whole("t1"))
        .containsKeys("claimedAt", "takenOverAt", "decidedAt", "finishedAt")
        .doesNotContainKey("endedAt");
    assertThat(read(T1).verdict()).isEqualTo(moved(TRANSFER.id(), 200, 200));
  }

  private static Verdict moved(TransactionId id, long... amounts) {
    List<Long> moved = new ArrayList<>();
    for (long amount : amounts) {
      moved.add(amount);
    }
    return new Verdict(Map.of(), Set.of(), Set.of(), Map.of(id, moved));
  }

  private static BsonArray longs(long... values) {
    return Docs.array(java.util.Arrays.stream(values).boxed().toList());
  }

  @Test
  void aRecordOfSeveralHasItsMembersBesideIt() {
    assertThat(records.insert(List.of(TWO)))
        .containsExactly(List.of(BeginOutcome.BEGUN, BeginOutcome.BEGUN, BeginOutcome.BEGUN));

    assertStored(
        "batch:1",
        """
        {_id: "batch:1", kind: "batch", members: ["m1", "m2"], inOrder: true,
         state: "pending", epoch: {$numberLong: "1"}, application: "App1", token: "x",
         excluded: [], refused: [], left: [], v: 1}
        """);
    assertStored(
        "m1",
        """
        {_id: "m1", batch: "batch:1", source: "A", destination: "B",
         value: {$numberLong: "500"}, currency: "USD", note: "why", v: 1}
        """);
  }

  @Test
  void itsDecisionSaysWhatBecomesOfEachMember() {
    records.insert(List.of(TWO));
    TransactionId m1 = transactionId("m1");
    TransactionId m2 = transactionId("m2");
    Verdict verdict =
        new Verdict(
            Map.of(m1, new HoldRefusal.NoSuchAccount(accountId("A"))),
            Set.of(m2),
            Set.of(m2),
            Map.of(m2, List.of(3L)));
    move(
        Transition.exclude(SEVERAL, m2, ON_REQUEST),
        Transition.decide(SEVERAL, List.of(m1, m2), epoch(1), Map.of(m2, ON_REQUEST), verdict),
        Transition.finish(SEVERAL, State.CANCELING));

    assertStored(
        "batch:1",
        """
        {_id: "batch:1", kind: "batch", members: ["m1", "m2"], inOrder: true,
         state: "canceled", epoch: {$numberLong: "1"}, application: "App1", token: "x",
         excluded: [{member: "m2", reason: {kind: "Canceled", text: "changed my mind"}}],
         refused: [{member: "m1", reason: {kind: "NoSuchAccount", account: "A"}}],
         left: ["m2"], unseen: ["m2"],
         moved: [{member: "m2", amounts: [{$numberLong: "3"}]}], leavesOut: true, v: 1}
        """);
    assertThat(whole("batch:1"))
        .containsKeys("decidedAt", "endedAt")
        .doesNotContainKey("finishedAt");
    assertThat(JsonSchema.accepts(Schemas.transactions(), whole("batch:1"))).isTrue();
    assertThat(read(SEVERAL).verdict()).isEqualTo(verdict);

    Object changed = whole("batch:1").get("lastModified");
    assertThat(count(Indexes.leavesOut())).isEqualTo(1);
    move(Transition.forget(SEVERAL, State.CANCELED));
    assertThat(stored("batch:1")).doesNotContainKey("leavesOut").containsKey("left");
    assertThat(whole("batch:1").get("lastModified")).isEqualTo(changed);
  }

  @Test
  void theIndexOfWhatIsOpenHasRecordsOnlyAsLongAsTheyAre() {
    records.insert(List.of(TWO, NewRecord.alone(TRANSFER, OWNER)));
    assertThat(count(Indexes.isOpen())).isEqualTo(2);
    move(
        Transition.cancel(read(T1), ON_REQUEST, OWNER, List.of()),
        Transition.cancel(read(SEVERAL), ON_REQUEST, OWNER, List.of()));
    assertThat(count(Indexes.isOpen())).isEqualTo(2);
    move(Transition.finish(T1, State.CANCELING), Transition.finish(SEVERAL, State.CANCELING));
    records.insert(List.of(NewRecord.tombstone(new RecordId("batch:2"))));
    records.insert(List.of(NewRecord.tombstone(new RecordId("t2"))));
    assertThat(count(Indexes.isOpen())).isZero();
  }

  @Test
  void whatIsCanceledUnclaimedIsDecidedAndFinishedAtOnce() {
    records.insert(List.of(NewRecord.submitted(TRANSFER)));
    move(Transition.cancel(read(T1), ON_REQUEST, OWNER, List.of()));

    assertThat(whole("t1")).containsKeys("decidedAt", "finishedAt");
    assertThat(read(T1).timeline().decidedAt()).isEmpty();
    assertThat(read(T1).endedAt()).isNotEmpty();
  }

  @Test
  void aMemberThatIsTakenBecomesTheRecordThatItWouldHaveBeenAlone() {
    records.insert(List.of(TWO));
    MemberDocument m1 = member("m1");
    MemberDocument m2 = member("m2");
    Owner taker = new Owner(APP, token("y"));
    assertThat(
            records.take(
                List.of(MemberTake.alone(m1, taker), MemberTake.canceled(m2, ON_REQUEST, taker))))
        .containsExactly(MatchOutcome.MATCHED, MatchOutcome.MATCHED);
    BsonDocument alone = stored("m1");
    BsonDocument canceled = whole("m2");

    FRESH.collection("transactions").deleteMany(new BsonDocument());
    records.insert(List.of(NewRecord.alone(m1.body(), taker)));
    records.insert(List.of(NewRecord.submitted(m2.body())));
    move(Transition.cancel(read(new RecordId("m2")), ON_REQUEST, taker, List.of()));
    assertThat(alone).isEqualTo(stored("m1"));
    assertThat(canceled.keySet()).isEqualTo(whole("m2").keySet());
    canceled.values().removeIf(BsonValue::isDateTime);
    assertThat(canceled).isEqualTo(stored("m2"));
  }

  private MemberDocument member(String id) {
    return records.findMembers(List.of(transactionId(id))).get(0).member().orElseThrow();
  }

  @Test
  void aReceiptIsNoRecord() {
    records.insert(List.of(NewRecord.alone(TRANSFER, OWNER)));
    move(
        Transition.cancel(read(T1), ON_REQUEST, OWNER, List.of()),
        Transition.finish(T1, State.CANCELING));
    TransactionRecord ended = read(T1);
    Receipt receipt = Receipt.of(ended.alone().orElseThrow()).orElseThrow();
    assertThat(records.remove(List.of(new Removal(Either.left(ended), Optional.of(receipt)))))
        .containsExactly(MatchOutcome.MATCHED);

    BsonDocument stored = stored("t1");
    assertThat(stored.remove("digest").isBinary()).isTrue();
    assertThat(stored)
        .isEqualTo(
            BsonDocument.parse(
                """
                {_id: "t1", kind: "receipt", epoch: {$numberLong: "1"},
                 reason: {kind: "Canceled", text: "changed my mind"}, v: 1}
                """));
    assertThat(records.findMembers(List.of(TRANSFER.id())))
        .containsExactly(Lookup.removed(receipt));
  }
}
