package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.value.Value;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Documents that hosts have stored in their own ways. */
class HostsOrdersTest extends OrdersOnServer {

  @Test
  void aHostsOwnDocumentTakesPartAsItIs() {
    stored("{_id: 1, status: 'UnPaid', lines: [{item: 'a'}], at: {$date: 0}}");
    Placing leg = on("t1", paid(ORDER));

    holding.held(leg);
    assertThat(stored().getString("status").getValue()).isEqualTo("UnPaid");
    holding.settled(leg);
    assertThat(stored())
        .isEqualTo(
            BsonDocument.parse(
                ("{_id: 1, status: 'Paid', lines: [{item: 'a'}], at: {$date: 0},"
                        + " pendingTransactions: [], lastTransaction: {id: 't1', home: '%s'}}")
                    .formatted(holding.store().home().name())));
  }

  @Test
  void aHoldKeepsRoomForWhatTheSettleWillAdd() {
    stored("{_id: 1}");
    String large = "x".repeat(5_000);
    Placing leg = on("t1", new ChangeDocument(ORDER, List.of(), Changes.of(set("text", large))));

    holding.held(leg);
    int held = stored().toJson().length();
    assertThat(held).isGreaterThan(large.length());
    holding.settled(leg);
    assertThat(stored().getArray("pendingTransactions")).isEmpty();
  }

  @Test
  void aNumberIsAddedToFromItsFirstAdditionOn() {
    stored("{_id: 1, stock: 10}");
    Placing taken = on("t1", new AddToField(ORDER, "stock", -4, 0, 100));

    holding.held(taken);
    Answer told = holding.place(on("t2", new AddToField(ORDER, "stock", -7, 0, 100)));
    assertThat(told.kind()).isEqualTo(Answer.Kind.SHORT);
    assertThat(told.available()).isEqualTo(6);
    holding.settled(taken);
    assertThat(stored())
        .isEqualTo(
            BsonDocument.parse(
                ("{_id: 1, stock: {$numberLong: '6'}, pendingTransactions: [], escrow: {stock:"
                        + " {available: {$numberLong: '6'}, receivable: {$numberLong: '94'}, floor:"
                        + " {$numberLong: '0'}, ceiling: {$numberLong: '100'}}},"
                        + " lastTransaction: {id: 't1', home: '%s'}}")
                    .formatted(holding.store().home().name())));
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
      Placing leg = on("t1", new ChangeDocument(there, List.of(), Changes.of(inc("count", 1))));

      holding.held(leg);
      holding.settled(leg);
      assertThat(holding.document(there).fields()).isEqualTo(fields("count", 1));
    } finally {
      FRESH.client().getDatabase(other).drop();
    }
  }

  /** 5 and 5L are one {@code _id}, and 10 is sorted before it. */
  @Test
  void requestsOnOneDocumentTakeEffectInTheirOrderWhateverTheTypeOfTheNumber() {
    stored("{_id: 5}");
    stored("{_id: 10}");
    Placing first = on("t1", paid(ORDERS.document(new Value.Int64(5))));
    Placing second = on("t2", paid(ORDERS.document(new Value.Int32(5))));
    Placing other = on("t1", paid(ORDERS.document(new Value.Int32(10))));

    List<Answer> told = holding.place(List.of(first, second, other));
    assertThat(told)
        .extracting(Answer::kind)
        .containsExactly(Answer.Kind.HELD, Answer.Kind.BUSY, Answer.Kind.HELD);
    assertThat(told.get(1).hold().get()).isEqualTo(holding.hold(first));
  }
}
