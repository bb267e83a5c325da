package io.twophase.adapter.mongo.account;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("Which field of an account says whether it takes holds")
class AccountFormsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static void open(MongoStore store, String id) {
    assertThat(store.accounts().open(List.of(account(id).opening(usd("10")))))
        .containsOnly(new OpenOutcome.Opened());
  }

  private static BsonDocument stored(String id) {
    return FRESH.collection("accounts").find(BsonDocument.parse("{_id: '" + id + "'}")).first();
  }

  private static String form(String id) {
    BsonDocument stored = stored(id);
    return (stored.containsKey("openFor") ? "open " + text(stored, "openFor") : "")
        + (stored.containsKey("shutFor") ? "shut " + text(stored, "shutFor") : "");
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

  private static void settle(MongoStore store, String id, AccountOperation operation) {
    assertThat(store.accounts().settle(List.of(leg(id, operation))))
        .containsOnly(MatchOutcome.MATCHED);
  }

  @Test
  void itIsOneOfTwoByTheStatus() {
    MongoStore store = FRESH.store();
    open(store, "A");

    assertThat(form("A")).isEqualTo("open USD");
    store.accounts().change(accountId("A"), StatusChange.FREEZE);
    assertThat(form("A")).isEqualTo("shut USD");
    assertThat(hold(store, "t1", debit("A", usd("1"))))
        .isEqualTo(new AccountHoldOutcome.Refused(new HoldRefusal.AccountFrozen(accountId("A"))));
    store.accounts().change(accountId("A"), StatusChange.UNFREEZE);
    assertThat(form("A")).isEqualTo("open USD");
    assertThat(hold(store, "t1", debit("A", usd("1")))).isEqualTo(AccountHoldOutcome.held());
    assertThat(hold(store, "t2", debit("A", eur("1"))))
        .isInstanceOf(AccountHoldOutcome.Refused.class);
    settle(store, "t1", debit("A", usd("1")));
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
