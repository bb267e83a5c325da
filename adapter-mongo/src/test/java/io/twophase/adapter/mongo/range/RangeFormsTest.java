package io.twophase.adapter.mongo.range;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Schemas;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("What is stored of a range, and accounts of the tutorial that are asked for one")
class RangeFormsTest {

  private static final RangeReply MATCHED = new RangeReply.Counted(MatchOutcome.MATCHED);
  private static final RangeReply NOT_MATCHED = new RangeReply.Counted(MatchOutcome.NOT_MATCHED);
  private static final Currency UNITS = Currency.getInstance("XXX");
  private static final Range RANGE = new Range(30, 0, Option.some(40L), Option.some(60L));

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static MongoStore opened() {
    MongoStore store = FRESH.store();
    store.accounts().open(List.of(account("A").ceiling(cents(100)).opening(cents(40))));
    return store;
  }

  private static RangeReply ask(MongoStore store, RangeRequest request) {
    return store
        .batches()
        .get()
        .ranges()
        .ask(List.of(new RangeCall(new BatchId("batch:1"), request)))
        .get(0);
  }

  private static RangeRequest hold(Currency currency) {
    return new RangeRequest.Hold(accountId("A"), epoch(1), RANGE, currency);
  }

  private static RangeReply look(MongoStore store, Currency currency) {
    return ask(store, new RangeRequest.Look(accountId("A"), currency));
  }

  private static BsonDocument stored() {
    return FRESH.collection("accounts").find(BsonDocument.parse("{_id: 'A'}")).first();
  }

  @Test
  void aRangeIsStoredAsTheProtocolSaysAndAValidatorLetsItThrough() {
    MongoStore store = opened();
    assertThat(ask(store, hold(USD))).isEqualTo(MATCHED);

    assertThat(stored())
        .isEqualTo(
            BsonDocument.parse(
                """
                {_id: "A", balance: {$numberLong: "40"}, available: {$numberLong: "10"},
                 receivable: {$numberLong: "60"},
                 pendingTransactions: [
                   {id: "batch:1", epoch: {$numberLong: "1"}, debit: {$numberLong: "30"},
                    credit: {$numberLong: "0"}, had: {$numberLong: "40"},
                    could: {$numberLong: "60"}}],
                 status: "active", currency: "USD", overdraft: {$numberLong: "0"},
                 ceiling: {$numberLong: "100"}, opening: {$numberLong: "40"},
                 v: 1, openFor: "USD"}
                """));
    assertThat(JsonSchema.accepts(Schemas.accounts(), stored())).isTrue();
  }

  @Test
  void anAccountOfTheTutorialIsAdoptedWhereItWouldTakeARange() {
    MongoStore store = FRESH.store();
    FRESH.collection("accounts").insertOne(BsonDocument.parse("{_id: 'A', balance: 40}"));
    assertThat(ask(store, hold(UNITS))).isEqualTo(NOT_MATCHED);
    assertThat(look(store, USD).toString()).contains("CurrencyMismatch");
    assertThat(stored().containsKey("v")).isFalse();

    assertThat(look(store, UNITS).toString()).contains("available=40");
    RangeRequest hold = new RangeRequest.Hold(accountId("A"), epoch(1), Range.whole(40, 1), UNITS);
    assertThat(ask(store, hold)).isEqualTo(MATCHED);
  }

  @Test
  void anAccountThatCannotBeReadIsSeenAsThat() {
    MongoStore store = opened();
    FRESH
        .collection("accounts")
        .updateOne(BsonDocument.parse("{_id: 'A'}"), BsonDocument.parse("{$set: {status: 'odd'}}"));

    assertThat(look(store, USD).toString()).contains("AccountCorrupt", "odd");
  }

  /** Who acknowledged its end would end a batch whose money has not moved. */
  @Test
  void aHoldThatIsNotAsItWasPlacedIsNeverAcknowledgedAsGone() {
    MongoStore store = opened();
    assertThat(ask(store, hold(USD))).isEqualTo(MATCHED);
    FRESH
        .collection("accounts")
        .updateOne(
            BsonDocument.parse("{_id: 'A'}"),
            BsonDocument.parse("{$set: {'pendingTransactions.0.debit': 'x'}}"));

    assertThatThrownBy(() -> ask(store, new RangeRequest.Settle(accountId("A"), epoch(1), -1)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("hold of batch:1 at epoch 1");
    assertThatThrownBy(() -> ask(store, new RangeRequest.Release(accountId("A"))))
        .isInstanceOf(StoreException.class);
    assertThat(stored().getArray("pendingTransactions")).hasSize(1);
  }
}
