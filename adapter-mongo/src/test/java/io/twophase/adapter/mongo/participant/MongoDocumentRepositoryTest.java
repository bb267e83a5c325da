package io.twophase.adapter.mongo.participant;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.value.Value;
import io.twophase.ports.StoreException;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Documents that hosts have stored in their own ways. */
class MongoDocumentRepositoryTest extends OrdersOnServer {

  @Test
  void aHostsOwnDocumentTakesPartAsItIs() {
    stored("{_id: 1, status: 'UnPaid', lines: [{item: 'a'}], at: {$date: 0}}");
    DocumentLeg leg = leg("t1", paid(ORDER));

    assertThat(hold(leg)).isEqualTo(DocumentHoldOutcome.held());
    assertThat(stored().getString("status").getValue()).isEqualTo("UnPaid");
    assertThat(settle(leg)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(stored())
        .isEqualTo(
            BsonDocument.parse(
                "{_id: 1, status: 'Paid', lines: [{item: 'a'}], at: {$date: 0},"
                    + " pendingTransactions: [], lastTransaction: {id: 't1', home: 'transactions'}}"));
  }

  @Test
  void aHoldKeepsRoomForWhatTheSettleWillAdd() {
    stored("{_id: 1}");
    String large = "x".repeat(5_000);
    DocumentLeg leg =
        leg("t1", new ChangeDocument(ORDER, List.of(), Changes.of(set("text", large))));

    assertThat(hold(leg)).isEqualTo(DocumentHoldOutcome.held());
    int held = stored().toJson().length();
    assertThat(held).isGreaterThan(large.length());
    assertThat(settle(leg)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(stored().getArray("pendingTransactions")).isEmpty();
  }

  @Test
  void aNumberIsAddedToFromItsFirstAdditionOn() {
    stored("{_id: 1, stock: 10}");
    DocumentLeg taken = leg("t1", new AddToField(ORDER, "stock", -4, 0, 100));

    assertThat(hold(taken)).isEqualTo(DocumentHoldOutcome.held());
    assertThat(hold(leg("t2", new AddToField(ORDER, "stock", -7, 0, 100))))
        .isEqualTo(
            new DocumentHoldOutcome.Refused(
                new DocumentRefusal.BoundReached(ORDER, "stock", 6, -7)));
    assertThat(settle(taken)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(stored())
        .isEqualTo(
            BsonDocument.parse(
                "{_id: 1, stock: {$numberLong: '6'}, pendingTransactions: [], escrow: {stock:"
                    + " {available: {$numberLong: '6'}, receivable: {$numberLong: '94'}, floor:"
                    + " {$numberLong: '0'}, ceiling: {$numberLong: '100'}}},"
                    + " lastTransaction: {id: 't1', home: 'transactions'}}"));
  }

  @Test
  void aCollectionMayBeInAnotherDatabase() {
    String other = FRESH.database().getName() + "_other";
    DocumentRef there = ORDERS.inDatabase(other).document(new Value.Text("o"));
    try {
      FRESH
          .client()
          .getDatabase(other)
          .getCollection("orders", BsonDocument.class)
          .insertOne(BsonDocument.parse("{_id: 'o'}"));
      DocumentLeg leg =
          leg("t1", new ChangeDocument(there, List.of(), Changes.of(inc("count", 1))));

      assertThat(hold(leg)).isEqualTo(DocumentHoldOutcome.held());
      assertThat(settle(leg)).isEqualTo(MatchOutcome.MATCHED);
      assertThat(documents.find(List.of(there)).get(0))
          .isInstanceOfSatisfying(
              DocumentLookup.Found.class,
              found -> assertThat(found.document().fields()).isEqualTo(fields("count", 1)));
    } finally {
      FRESH.client().getDatabase(other).drop();
    }
  }

  /** 5 and 5L are one {@code _id}, and 10 is sorted before it. */
  @Test
  void legsOfOneDocumentTakeEffectInTheirOrderWhateverTheTypeOfTheNumber() {
    stored("{_id: 5}");
    stored("{_id: 10}");
    DocumentLeg first = leg("t1", paid(ORDERS.document(new Value.Int64(5))));
    DocumentLeg second = leg("t2", paid(ORDERS.document(new Value.Int32(5))));
    DocumentLeg other = leg("t1", paid(ORDERS.document(new Value.Int32(10))));

    assertThat(documents.hold(List.of(first, second, other)))
        .containsExactly(
            DocumentHoldOutcome.held(),
            new DocumentHoldOutcome.Busy(DocumentHold.of(first)),
            DocumentHoldOutcome.held());
  }

  @Test
  void anotherClusterIsNamedAndRefused() {
    DocumentRef there = ORDERS.onCluster("east").document(new Value.Text("o"));

    assertThatThrownBy(() -> documents.find(List.of(there)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cluster east");
  }

  @Test
  void aDocumentTakesAsManyHoldsAsTheStoreAllows() {
    stored("{_id: 1, stock: 10}");
    MongoStoreSettings settings =
        MongoStoreSettings.defaults().withProbe(false).withHoldLimit(new HoldLimit(1));
    documents = MongoStore.using(FRESH.client(), FRESH.database().getName(), settings).documents();

    assertThat(hold(leg("t1", new AddToField(ORDER, "stock", 1))))
        .isEqualTo(DocumentHoldOutcome.held());
    assertThat(hold(leg("t2", new AddToField(ORDER, "stock", 1))))
        .isInstanceOf(DocumentHoldOutcome.Busy.class);
  }
}
