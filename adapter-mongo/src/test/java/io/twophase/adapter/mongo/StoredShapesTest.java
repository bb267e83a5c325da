package io.twophase.adapter.mongo;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Schemas;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** After each kind of write, what is stored is what a validator would let through. */
class StoredShapesTest {

  private static final BatchId BATCH = new BatchId("batch:1");
  private static final BatchId OTHER = new BatchId("batch:2");

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private final AccountRepository accounts = FRESH.store().accounts();
  private final TransactionRepository records = FRESH.store().transactions();
  private final BatchRepository batches = FRESH.store().batches().get().records();

  private static void check() {
    check("accounts", Schemas.accounts());
    check("transactions", Schemas.transactions());
  }

  private static void check(String collection, BsonDocument schema) {
    for (BsonDocument stored : FRESH.collection(collection).find()) {
      assertThat(JsonSchema.accepts(schema, stored)).as("%s", stored).isTrue();
    }
  }

  private static List<Leg> legs(String id, long epoch) {
    return List.of(
        new Leg(transactionId(id), epoch(epoch), debit("A", usd("5"))),
        new Leg(transactionId(id), epoch(epoch), credit("B", usd("5"))));
  }

  private void advance(Transition transition) {
    records.advance(List.of(transition));
    check();
  }

  @Test
  void everyWriteLeavesDocumentsThatAValidatorLetsThrough() {
    accounts.open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    FRESH
        .collection("accounts")
        .insertOne(BsonDocument.parse("{_id: 'old', balance: 1000, pendingTransactions: []}"));
    records.begin(
        List.of(
            new NewRecord.Begun(transfer("t1", "A", "B", usd("5")), APP, token("x")),
            new NewRecord.Begun(
                transfer("t2", "A", "B", usd("5"))
                    .labelled(Labels.NONE.referenced("invoice 7").with("shop", "Bern")),
                APP,
                token("x")),
            new NewRecord.Submitted(transfer("t3", "A", "B", usd("5"))),
            new NewRecord.Submitted(transfer("t4", "A", "B", usd("5"))),
            new NewRecord.Tombstone(transactionId("t5"))));
    check();
    accounts.hold(legs("t1", 1));
    accounts.hold(legs("t2", 1));
    check();
    advance(new Transition.Claim(transactionId("t3"), APP, token("y")));
    advance(new Transition.TakeOver(transactionId("t1"), epoch(1), APP, token("y")));
    accounts.stamp(legs("t1", 2));
    advance(new Transition.Decide(transactionId("t1"), epoch(2)));
    accounts.settle(legs("t1", 2));
    advance(new Transition.Finish(transactionId("t1")));
    advance(new Transition.BeginCancel(transactionId("t2"), epoch(1), ON_REQUEST, token("c")));
    accounts.release(legs("t2", 1));
    advance(new Transition.FinishCancel(transactionId("t2")));
    advance(new Transition.CancelUnclaimed(transactionId("t4"), ON_REQUEST, token("c")));
    accounts.change(accountId("A"), StatusChange.FREEZE);
    accounts.hold(
        List.of(
            new Leg(
                transactionId("t6"),
                epoch(1),
                credit("old", new Money(1, Currency.getInstance("XXX"))))));
    check();
    assertThat(FRESH.collection("accounts").countDocuments(BsonDocument.parse("{v: 1}")))
        .isEqualTo(3);
  }

  @Test
  void soDoesEveryWriteOfAnAuthorization() {
    accounts.open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    ApproverName ann = new ApproverName("Ann");
    NewTransaction body =
        transfer("t1", "A", "B", usd("5"))
            .authorizedUnder(
                new AuthorizationTerms(
                    Duration.ofDays(7), Option.some(new ApprovalRule(1, List.of(ann)))));
    NewTransaction ofMany =
        transaction("t2", debit("A", usd("5")), credit("B", usd("4")), credit("C", usd("1")))
            .authorizedUnder(new AuthorizationTerms(Duration.ofDays(7)));
    records.begin(
        List.of(
            new NewRecord.Begun(body, APP, token("x")),
            new NewRecord.Begun(ofMany, APP, token("x"))));
    accounts.hold(legs("t1", 1));
    check();
    advance(new AuthorizationTransition.Authorize(body.id(), epoch(1)));
    advance(new AuthorizationTransition.Approve(body.id(), epoch(1), ann));
    Captured captured = accepted(new CaptureRequest.OfEach(usd("3")).of(body.accountOperations()));
    advance(
        new AuthorizationTransition.Capture(
            body.id(), epoch(1), captured, 1, Option.none(), token("c")));
    accounts.settle(
        legs("t1", 1).stream()
            .map(leg -> new Leg(leg.transaction(), leg.epoch(), leg.operation(), 300))
            .toList());
    advance(new Transition.Finish(body.id()));
    advance(new AuthorizationTransition.Authorize(ofMany.id(), epoch(1)));
    advance(
        new AuthorizationTransition.VoidAuthorization(
            ofMany.id(),
            epoch(1),
            new CancelReason.Expired(Instant.ofEpochMilli(5)),
            Option.none(),
            token("c")));
    advance(new Transition.FinishCancel(ofMany.id()));
    assertThat(
            FRESH
                .collection("transactions")
                .countDocuments(BsonDocument.parse("{authorization: {$exists: true}}")))
        .isEqualTo(2);
  }

  @Test
  void soDoesEveryWriteOfABatch() {
    BatchRecord.Owner owner = new BatchRecord.Owner(APP, Option.none(), token("x"));
    List<NewTransaction> transfers =
        List.of(
            transfer("m1", "A", "B", usd("5")).noted("why"),
            transfer("m2", "A", "B", usd("5")),
            transaction("m3", credit("B", usd("5")), debit("A", usd("5"))),
            transfer("m4", "A", "B", usd("5")));
    batches.begin(new NewBatch(BATCH, transfers, true), owner);
    check();
    advance(new BatchTransition.TakeOver(BATCH, epoch(1), owner));
    advance(new BatchTransition.Exclude(BATCH, transactionId("m4"), ON_REQUEST));
    HoldRefusal refusal = new HoldRefusal.NoSuchAccount(accountId("A"));
    advance(
        new BatchTransition.Decide(
            BATCH,
            epoch(2),
            LinkedHashMap.of(transactionId("m4"), ON_REQUEST),
            new Verdict(
                LinkedHashMap.of(transactionId("m2"), refusal),
                LinkedHashSet.of(transactionId("m1"), transactionId("m3")))));
    advance(new BatchTransition.Finish(BATCH));
    MemberDocument left = new MemberDocument(BATCH, transfers.get(2));
    batches.take(List.of(new MemberTake.IntoBatch(left, OTHER)));
    batches.take(List.of(new MemberTake.Canceled(left.takenBy(OTHER), ON_REQUEST, token("y"))));
    batches.take(
        List.of(
            new MemberTake.Alone(
                new MemberDocument(BATCH, transfers.get(0)), APP, Option.none(), token("z"))));
    check();
    batches.bury(List.of(OTHER));
    check();
    assertThat(FRESH.collection("transactions").countDocuments()).isEqualTo(6);
    assertThat(
            FRESH
                .collection("transactions")
                .countDocuments(BsonDocument.parse("{state: 'canceled'}")))
        .isEqualTo(2);
  }

  private void advance(BatchTransition transition) {
    assertThat(batches.advance(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    check();
  }
}
