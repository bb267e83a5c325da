package io.twophase.adapter.mongo.range;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.adoption.AdoptionPlan;
import io.twophase.adapter.mongo.adoption.PendingRule;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An account with a range is read, and written to, and the range is not lost")
class RangeReadersTest {

  private static final BatchId BATCH = new BatchId("batch:1");
  private static final Range RANGE = Range.whole(30, 50);

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private MongoStore store;

  @BeforeEach
  void hold() {
    store = FRESH.store();
    store.accounts().open(List.of(account("A").ceiling(cents(100)).opening(cents(40))));
    store
        .batches()
        .get()
        .ranges()
        .ask(
            List.of(
                new RangeCall(BATCH, new RangeRequest.Hold(accountId("A"), epoch(1), RANGE, USD))));
  }

  private static Account read(AccountLookup lookup) {
    return ((AccountLookup.Found) lookup).account();
  }

  private void isHeld(Account account) {
    assertThat(account.ranges().values()).containsExactly(new RangeHold(BATCH, epoch(1), RANGE));
  }

  @Test
  void allReadsShowIt() {
    isHeld(read(store.accounts().find(List.of(accountId("A"))).get(0)));
    isHeld(read(store.accounts().findLatest(accountId("A"))));
    List<AccountLookup> all = new ArrayList<>();
    store.accounts().scan(all::add);
    store.accounts().scanHeld(all::add);
    assertThat(all).hasSize(2);
    all.forEach(lookup -> isHeld(read(lookup)));
  }

  @Test
  void anAccountWhoseSumsDoNotCountItIsUnreadable() {
    FRESH
        .collection("accounts")
        .updateOne(BsonDocument.parse("{_id: 'A'}"), BsonDocument.parse("{$inc: {receivable: 1}}"));

    assertThat(store.accounts().find(List.of(accountId("A"))).get(0).toString())
        .contains("receivable is 11, by its parts 10");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{id: 'batch:1', epoch: {$numberLong: '1'}, debit: {$numberLong: '-1'}, credit: {$numberLong: '1'}}",
        "{id: 'batch:1', epoch: {$numberLong: '0'}, debit: {$numberLong: '1'}, credit: {$numberLong: '1'}}",
        "{id: 'batch:1', epoch: {$numberLong: '1'}, debit: 1, credit: {$numberLong: '1'}}",
        "{id: 'batch:1', debit: {$numberLong: '1'}, credit: {$numberLong: '1'}}",
        "{id: 'batch:', epoch: {$numberLong: '1'}, debit: {$numberLong: '1'}, credit: {$numberLong: '1'}}",
        "{id: 'batch:1', epoch: {$numberLong: '1'}, debit: {$numberLong: '1'}, credit: {$numberLong: '1'}, had: 'x'}"
      })
  void aRangeThatCannotBeReadIsNamed(String odd) {
    FRESH
        .collection("accounts")
        .updateOne(
            BsonDocument.parse("{_id: 'A'}"),
            BsonDocument.parse("{$set: {pendingTransactions: [" + odd + "]}}"));

    assertThat(store.accounts().find(List.of(accountId("A"))).get(0).toString())
        .contains("has a hold that cannot be read");
  }

  @Test
  void twoRangesOfABatchAreNamed() {
    FRESH
        .collection("accounts")
        .updateOne(
            BsonDocument.parse("{_id: 'A'}"),
            BsonDocument.parse(
                "{$push: {pendingTransactions: {id: 'batch:1', epoch: {$numberLong: '1'},"
                    + " debit: {$numberLong: '0'}, credit: {$numberLong: '0'}}}}"));

    assertThat(store.accounts().find(List.of(accountId("A"))).get(0).toString())
        .contains("has two holds of batch:1");
  }

  @Test
  void freezingAndUnfreezingKeepItAndClosingIsRefused() {
    for (StatusChange change : List.of(StatusChange.FREEZE, StatusChange.UNFREEZE)) {
      StatusOutcome changed = store.accounts().change(accountId("A"), change);
      isHeld(((StatusOutcome.Changed) changed).account());
    }
    assertThat(store.accounts().change(accountId("A"), StatusChange.CLOSE))
        .isEqualTo(new StatusOutcome.Refused(new StatusRefusal.HasHolds(accountId("A"), 1)));
  }

  @Test
  void loneHoldsComeAndGoBesideIt() {
    List<Leg> legs =
        List.of(
            new Leg(transactionId("t1"), epoch(1), debit("A", cents(10))),
            new Leg(transactionId("t2"), epoch(1), credit("A", cents(10))));
    assertThat(store.accounts().hold(legs)).allMatch(outcome -> outcome.isHeld());
    assertThat(store.accounts().settle(legs)).containsOnly(MatchOutcome.MATCHED);
    Leg tooMuch = new Leg(transactionId("t3"), epoch(1), debit("A", cents(11)));
    assertThat(store.accounts().hold(List.of(tooMuch)).toString()).contains("InsufficientFunds");
    isHeld(read(store.accounts().find(List.of(accountId("A"))).get(0)));
  }

  @Test
  void adoptionCountsTheAccountAsOneOfOurs() {
    AdoptionPlan plan = store.adoption().plan(PendingRule.FINISH);
    assertThat(plan.isComplete()).as("%s", plan).isTrue();
    assertThat(plan.ours()).isEqualTo(1);
    assertThat(plan.marks()).isEmpty();
  }
}
