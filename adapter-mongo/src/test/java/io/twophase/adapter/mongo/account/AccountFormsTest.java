package io.twophase.adapter.mongo.account;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("Accounts of both forms in one database, and processes that have read other settings")
class AccountFormsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  /** A database that an older release has used. */
  private static MongoStore older() {
    FRESH.collection("accounts").insertOne(BsonDocument.parse("{_id: 'other', balance: 0, v: 1}"));
    MongoStore store = FRESH.store();
    assertThat(store.isVersion2Allowed()).isFalse();
    open(store, "A");
    return store;
  }

  private static void open(MongoStore store, String id) {
    assertThat(store.accounts().open(List.of(account(id).opening(usd("10")))))
        .containsOnly(new OpenOutcome.Opened());
  }

  private static BsonDocument stored(String id) {
    return FRESH.collection("accounts").find(BsonDocument.parse("{_id: '" + id + "'}")).first();
  }

  private static String form(String id) {
    BsonDocument stored = stored(id);
    return stored.get("v").asInt32().getValue()
        + (stored.containsKey("openFor") ? " open " + text(stored, "openFor") : "")
        + (stored.containsKey("shutFor") ? " shut " + text(stored, "shutFor") : "");
  }

  private static String text(BsonDocument stored, String name) {
    return stored.getString(name).getValue();
  }

  private static Leg leg(String transaction, AccountOperation operation) {
    return new Leg(transactionId(transaction), epoch(1), operation);
  }

  private static AccountHoldOutcome hold(MongoStore store, String id, AccountOperation operation) {
    return store.accounts().hold(List.of(leg(id, operation))).get(0);
  }

  private static Account read(MongoStore store, String id) {
    return ((AccountLookup.Found) store.accounts().find(List.of(accountId(id))).get(0)).account();
  }

  private static void settle(MongoStore store, String id, AccountOperation operation) {
    assertThat(store.accounts().settle(List.of(leg(id, operation))))
        .containsOnly(MatchOutcome.MATCHED);
  }

  @Test
  void aNewDatabaseHasTheSecondFormFromTheStart() {
    MongoStore store = FRESH.store();
    open(store, "A");

    assertThat(form("A")).isEqualTo("2 open USD");
    store.accounts().change(accountId("A"), StatusChange.FREEZE);
    assertThat(form("A")).isEqualTo("2 shut USD");
    assertThat(hold(store, "t1", debit("A", usd("1"))))
        .isEqualTo(new AccountHoldOutcome.Refused(new HoldRefusal.AccountFrozen(accountId("A"))));
    store.accounts().change(accountId("A"), StatusChange.UNFREEZE);
    assertThat(form("A")).isEqualTo("2 open USD");
    assertThat(hold(store, "t1", debit("A", usd("1")))).isEqualTo(AccountHoldOutcome.held());
    assertThat(hold(store, "t2", debit("A", eur("1"))))
        .isInstanceOf(AccountHoldOutcome.Refused.class);
    settle(store, "t1", debit("A", usd("1")));
  }

  @Test
  void anOlderDatabaseKeepsTheFirstUntilTheSecondIsAllowed() {
    MongoStore store = older();
    assertThat(hold(store, "t1", debit("A", usd("1")))).isEqualTo(AccountHoldOutcome.held());
    store.accounts().change(accountId("A"), StatusChange.FREEZE);
    store.accounts().change(accountId("A"), StatusChange.UNFREEZE);
    assertThat(form("A")).isEqualTo("1");

    store.allowVersion2();
    assertThat(form("A")).isEqualTo("1");
    assertThat(hold(store, "t2", credit("A", usd("2")))).isEqualTo(AccountHoldOutcome.held());
    assertThat(form("A")).isEqualTo("2 open USD");
    settle(store, "t1", debit("A", usd("1")));
    settle(store, "t2", credit("A", usd("2")));
    assertThat(read(store, "A").balance()).isEqualTo(usd("11").minor());
  }

  @Test
  void aProcessThatHasNotReadThatItIsAllowedFindsIt() {
    MongoStore knows = older();
    MongoStore doesNot = FRESH.store();
    knows.allowVersion2();
    assertThat(hold(knows, "t1", debit("A", usd("1")))).isEqualTo(AccountHoldOutcome.held());
    assertThat(form("A")).isEqualTo("2 open USD");

    assertThat(hold(doesNot, "t2", debit("A", usd("1")))).isEqualTo(AccountHoldOutcome.held());
    settle(doesNot, "t1", debit("A", usd("1")));
    settle(knows, "t2", debit("A", usd("1")));
    doesNot.accounts().change(accountId("A"), StatusChange.FREEZE);
    assertThat(form("A")).isEqualTo("2 shut USD");
    assertThat(hold(knows, "t3", debit("A", usd("1"))))
        .isEqualTo(new AccountHoldOutcome.Refused(new HoldRefusal.AccountFrozen(accountId("A"))));
    open(doesNot, "B");
    assertThat(form("B")).as("it has read it by now").isEqualTo("2 open USD");
  }

  @Test
  void aFrozenAccountGetsTheSecondFormOnceItTakesHoldsAgain() {
    MongoStore store = older();
    store.accounts().change(accountId("A"), StatusChange.FREEZE);
    store.allowVersion2();

    assertThat(hold(store, "t1", debit("A", usd("1"))))
        .isEqualTo(new AccountHoldOutcome.Refused(new HoldRefusal.AccountFrozen(accountId("A"))));
    assertThat(form("A")).isEqualTo("1");
    store.accounts().change(accountId("A"), StatusChange.UNFREEZE);
    assertThat(hold(store, "t1", debit("A", usd("1")))).isEqualTo(AccountHoldOutcome.held());
    assertThat(form("A")).isEqualTo("2 open USD");
  }

  @Test
  void manyOfBothFormsAreHeldInOneCall() {
    MongoStore store = older();
    open(store, "B");
    store.allowVersion2();
    open(store, "C");

    assertThat(
            store
                .accounts()
                .hold(
                    List.of(
                        leg("t1", debit("A", usd("1"))),
                        leg("t2", debit("C", usd("1"))),
                        leg("t3", debit("B", usd("11"))),
                        leg("t4", debit("C", usd("11"))),
                        leg("t5", credit("B", usd("1"))))))
        .extracting(AccountHoldOutcome::isHeld)
        .containsExactly(true, true, false, false, true);
    assertThat(List.of(form("A"), form("B"), form("C"))).containsOnly("2 open USD");
  }

  /** What somebody has written who does not keep the form is no account any more. */
  @Test
  void anAccountThatIsOpenThoughFrozenCannotBeRead() {
    MongoStore store = FRESH.store();
    open(store, "A");
    FRESH
        .collection("accounts")
        .updateOne(
            BsonDocument.parse("{_id: 'A'}"), BsonDocument.parse("{$set: {status: 'frozen'}}"));

    assertThat(store.accounts().find(List.of(accountId("A"))).get(0).toString())
        .contains("openFor is there, though its status is frozen");
  }
}
