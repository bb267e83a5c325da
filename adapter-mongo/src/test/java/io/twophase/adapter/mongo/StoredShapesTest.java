package io.twophase.adapter.mongo;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** After each kind of write, what is stored is what a validator would let through. */
class StoredShapesTest {

  private static final Owner OWNER = new Owner(APP, token("x"));

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private final MongoStore store = FRESH.store();

  private static void check() {
    check("accounts", Schemas.accounts());
    check("transactions", Schemas.transactions());
  }

  private static void check(String collection, BsonDocument schema) {
    for (BsonDocument stored : FRESH.collection(collection).find()) {
      assertThat(JsonSchema.accepts(schema, stored)).as("%s", stored).isTrue();
    }
  }

  private static long count(String collection, String filter) {
    return FRESH.collection(collection).countDocuments(BsonDocument.parse(filter));
  }

  private void insert(NewRecord... records) {
    store.records().insert(List.of(records));
    check();
  }

  private void move(Transition transition) {
    assertThat(store.records().move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    check();
  }

  private void decide(String id) {
    move(
        Transition.decide(
            new RecordId(id), List.of(transactionId(id)), epoch(1), Map.of(), Verdict.ALL_APPLIED));
  }

  private void finish(String id, State from) {
    move(Transition.finish(new RecordId(id), from));
  }

  private TransactionRecord read(String id) {
    return store.records().find(List.of(new RecordId(id))).get(0).record().orElseThrow();
  }

  private void held(Placing asked) {
    assertThat(store.holds().place(List.of(asked)).get(0).kind()).isEqualTo(Answer.Kind.HELD);
    check();
  }

  @Test
  void everyWriteToAnAccountLeavesWhatAValidatorLetsThrough() {
    store
        .accounts()
        .open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    FRESH
        .collection("accounts")
        .insertOne(BsonDocument.parse("{_id: 'old', balance: 1000, pendingTransactions: []}"));
    Placing debit = Requests.debit("t1", "A", 500);
    held(debit);
    held(
        Requests.range(
            "batch:1", 1, "A", new Range(5, 7, Optional.of(9_500L), Optional.of(Long.MAX_VALUE))));
    held(Requests.range("batch:2", 1, "A", Range.whole(0, 7)));
    held(Requests.on("t9", Documents.check(store.accounts().collection().document("A"))));
    held(Requests.range("t6", 1, "old", Range.whole(0, 1), Currency.getInstance("XXX")));
    store.holds().stamp(List.of(Requests.stamp(store.home(), debit, 2)));
    check();
    assertThat(store.holds().end(List.of(Requests.settle(Requests.at(2, debit)))))
        .containsExactly(MatchOutcome.MATCHED);
    check();
    store.accounts().change(accountId("A"), StatusChange.FREEZE);
    check();
    assertThat(count("accounts", "{v: 1}")).isEqualTo(3);
  }

  @Test
  void soDoesEveryWriteOfARecordOfOne() {
    insert(
        NewRecord.alone(transfer("t1", "A", "B", usd("5")), OWNER),
        NewRecord.alone(
            transfer("t2", "A", "B", usd("5"))
                .labelled(Labels.NONE.referenced("invoice 7").with("shop", "Bern")),
            OWNER),
        NewRecord.submitted(transfer("t3", "A", "B", usd("5"))),
        NewRecord.submitted(transfer("t4", "A", "B", usd("5"))),
        NewRecord.tombstone(new RecordId("t5")));
    move(Transition.acquire(new RecordId("t3"), epoch(0), OWNER));
    decide("t1");
    finish("t1", State.APPLIED);
    move(Transition.cancel(read("t2"), ON_REQUEST, OWNER, List.of()));
    finish("t2", State.CANCELING);
    move(Transition.cancel(read("t4"), ON_REQUEST, OWNER, List.of()));
    NewTransaction atMost =
        NewTransaction.transferAtMost(transactionId("t6"), accountId("A"), accountId("B"), usd("5"))
            .get();
    insert(NewRecord.alone(atMost, OWNER));
    move(
        Transition.decide(
            new RecordId("t6"),
            List.of(atMost.id()),
            epoch(1),
            Map.of(),
            moving(atMost.id(), 300)));
    assertThat(count("transactions", "{moved: {$exists: true}}")).isEqualTo(1);
  }

  private static Verdict moving(TransactionId id, long amount) {
    return new Verdict(Map.of(), Set.of(), Set.of(), Map.of(id, List.of(amount, amount)));
  }

  @Test
  void soDoesEveryWriteOfAnAuthorization() {
    ApproverName ann = new ApproverName("Ann");
    NewTransaction body =
        transfer("t1", "A", "B", usd("5"))
            .authorizedUnder(
                new AuthorizationTerms(
                    Duration.ofDays(7), Optional.of(new ApprovalRule(1, List.of(ann)))));
    NewTransaction ofMany =
        transaction("t2", debit("A", usd("5")), credit("B", usd("4")), credit("C", usd("1")))
            .authorizedUnder(new AuthorizationTerms(Duration.ofDays(7)));
    insert(NewRecord.alone(body, OWNER), NewRecord.alone(ofMany, OWNER));
    move(Transition.authorize(new RecordId("t1"), epoch(1)));
    move(Transition.approve(new RecordId("t1"), epoch(1), ann));
    move(Transition.capture(body.id(), epoch(1), List.of(300L, 300L), 1, OWNER));
    finish("t1", State.APPLIED);
    move(Transition.authorize(new RecordId("t2"), epoch(1)));
    move(
        Transition.cancel(
            read("t2"), new CancelReason.Expired(Instant.ofEpochMilli(5)), OWNER, List.of()));
    finish("t2", State.CANCELING);
    assertThat(count("transactions", "{authorization: {$exists: true}}")).isEqualTo(2);
  }

  @Test
  void soDoesEveryWriteOfARecordOfSeveral() {
    NewTransaction atMost =
        NewTransaction.transferAtMost(transactionId("m1"), accountId("A"), accountId("B"), usd("5"))
            .get();
    List<NewTransaction> members =
        List.of(
            atMost,
            transfer("m2", "A", "B", usd("5")).noted("why"),
            transaction("m3", credit("B", usd("5")), debit("A", usd("5"))),
            transfer("m4", "A", "B", usd("5")),
            transaction(
                "m5",
                debit("A", usd("1")),
                credit("B", usd("1")),
                debit("E", eur("1")),
                credit("F", eur("1"))),
            new NewTransaction(
                transactionId("m6"),
                List.of(Documents.insert(order(1), fields("a", 1))),
                Optional.empty()));
    RecordId id = new RecordId("batch:1");
    insert(NewRecord.several(id, members, true, OWNER));
    move(Transition.acquire(id, epoch(1), OWNER));
    move(Transition.exclude(id, transactionId("m4"), ON_REQUEST));
    TransactionRecord seen = read("batch:1");
    CancelReason refused = new HoldRefusal.NoSuchAccount(accountId("A"));
    move(
        Transition.decide(
            id,
            seen.members(),
            epoch(2),
            seen.excluded(),
            new Verdict(
                Map.of(transactionId("m2"), refused),
                new LinkedHashSet<>(
                    List.of(transactionId("m3"), transactionId("m5"), transactionId("m6"))),
                Set.of(),
                Map.of(atMost.id(), List.of(300L, 300L)))));
    move(Transition.finish(id, State.APPLIED));
    take(MemberTake.into(new RecordId("batch:2"), member("m3")));
    take(MemberTake.alone(member("m5"), OWNER));
    take(MemberTake.canceled(member("m6"), ON_REQUEST, OWNER));
    move(Transition.forget(id, State.DONE));
    insert(NewRecord.tombstone(new RecordId("batch:2")));
    assertThat(count("transactions", "{}")).isEqualTo(8);
    assertThat(count("transactions", "{state: 'canceled'}")).isEqualTo(2);
  }

  private MemberDocument member(String id) {
    return store.records().findMembers(List.of(transactionId(id))).get(0).member().orElseThrow();
  }

  private void take(MemberTake take) {
    assertThat(store.records().take(List.of(take))).containsExactly(MatchOutcome.MATCHED);
    check();
  }
}
