package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Value;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that writers outside of the protocol have put into documents, before and meanwhile. */
class WrittenByOthersTest extends OrdersOnServer {

  /** A writer outside of the protocol has put something else there since. */
  @Test
  void whatIsAddedToMustStillBeAWholeNumber() {
    stored("{_id: 1, stock: 10}");
    Placing first = on("t1", new AddToField(ORDER, "stock", 1));
    holding.held(first);
    holding.settled(first);
    FRESH.change("orders", "{_id: 1}", "{$set: {stock: 'many'}}");

    assertThat(holding.refusal(on("t2", new AddToField(ORDER, "stock", 1))))
        .isInstanceOf(DocumentRefusal.NotAddable.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{_id: 1, n: 5, lastTransaction: {id: 'zahlung \u00e9\u4e2d', home: 'h', more: 1}}",
        "{_id: 1, n: 5, quorumReads: 7}",
        "{_id: 1, n: 5, escrow: {}}",
        "{_id: 1, n: 5, pendingTransactions: []}",
        "{_id: 1, n: 5, escrow: {m: {available: 5, receivable: 4.0, floor: {$numberLong: '0'},"
            + " ceiling: {$numberDecimal: '9'}}}}",
        "{_id: 1, n: 5, pendingTransactions: [{id: '\u00e9 1', home: 'h', epoch: {$numberLong:"
            + " '1'}, mode: 'shared', operation: 'o', fields: ['m'], more: 1}]}"
      })
  void whatOthersHaveStoredWithinTheFormIsHeld(String json) {
    stored(json);

    assertThat(holding.find(ORDER).kind()).isEqualTo(Sight.Kind.FOUND);
    holding.held(on("t1", new CheckDocument(ORDER, List.of())));
    holding.held(on("t2", new AddToField(ORDER, "n", 1)));
  }

  /** Additions to it would not be exact. */
  @Test
  void boundsOfAnotherTypeAreNotAddedTo() {
    stored(
        "{_id: 1, n: 5, escrow: {n: {available: 5.0, receivable: {$numberLong: '4'},"
            + " floor: {$numberLong: '0'}, ceiling: {$numberLong: '9'}}}}");

    assertThat(holding.refusal(on("t1", new AddToField(ORDER, "n", 1, 0, 9))))
        .isEqualTo(new DocumentRefusal.DocumentCorrupt(ORDER, "escrow.n.available is no int64"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{$unset: {escrow: ''}}",
        "{$unset: {'escrow.n': ''}}",
        "{$unset: {'escrow.n.available': '', 'escrow.n.receivable': ''}}",
        "{$set: {escrow: 'gone'}}"
      })
  void boundsThatAnOutsiderRemovedAreNotHalfMadeAgain(String outsiders) {
    for (long amount : List.of(2L, -2L)) {
      for (String end : List.of("settle", "release", "withdraw")) {
        FRESH.collection("orders").deleteMany(new BsonDocument());
        stored("{_id: 1, n: {$numberLong: '5'}}");
        Placing leg = on("t1", new AddToField(ORDER, "n", amount));
        holding.held(leg);
        FRESH.change("orders", "{_id: 1}", outsiders);
        BsonDocument before = stored();

        assertThat(ended(end, leg)).as("%s %s", end, amount).isEqualTo(MatchOutcome.MATCHED);

        BsonDocument after = stored();
        assertThat(after.get("escrow")).isEqualTo(before.get("escrow"));
        assertThat(after.getArray("pendingTransactions")).isEmpty();
        assertThat(after.getInt64("n").getValue()).isEqualTo(end.equals("settle") ? 5 + amount : 5);
        assertThat(ended(end, leg)).isEqualTo(MatchOutcome.NOT_MATCHED);
      }
    }
  }

  /** The bound that is left goes on to count: room that a range gave back is there again. */
  @ParameterizedTest
  @CsvSource({
    "available, -2, settle, receivable, 6",
    "available, 2, withdraw, receivable, 4",
    "receivable, 2, settle, available, 7",
    "receivable, -2, release, available, 5"
  })
  void theBoundThatAnOutsiderLeftIsGivenBack(
      String removed, long amount, String end, String left, long room) {
    stored("{_id: 1, n: {$numberLong: '5'}}");
    Placing leg = holding.held(on("t1", new AddToField(ORDER, "n", amount, 0, 9)));
    FRESH.change("orders", "{_id: 1}", "{$unset: {'escrow.n.%s': ''}}".formatted(removed));

    assertThat(ended(end, leg)).isEqualTo(MatchOutcome.MATCHED);

    BsonDocument bounds = stored().getDocument("escrow").getDocument("n");
    assertThat(bounds.getInt64(left).getValue()).isEqualTo(room);
    assertThat(bounds.containsKey(removed)).isFalse();
  }

  /** An outsider has lowered a number below its floor: what is added is welcome. */
  @Test
  void whatIsShortOneWayIsTakenTheOtherWay() {
    stored(
        "{_id: 1, n: -3, escrow: {n: {available: {$numberLong: '-3'}, receivable:"
            + " {$numberLong: '12'}, floor: {$numberLong: '0'}, ceiling: {$numberLong: '9'}}}}");

    assertThat(holding.place(on("t1", new AddToField(ORDER, "n", -1, 0, 9))).kind())
        .isEqualTo(Answer.Kind.SHORT);
    holding.settled(holding.held(on("t2", new AddToField(ORDER, "n", 4, 0, 9))));
    assertThat(stored().getDocument("escrow").getDocument("n").getInt64("available").getValue())
        .isEqualTo(1);
  }

  private MatchOutcome ended(String end, Placing leg) {
    List<Placing> held = List.of(leg);
    return switch (end) {
      case "settle" -> holding.settle(held).get(0);
      case "release" -> holding.release(held).get(0);
      default -> holding.withdraw(held).get(0);
    };
  }

  /** Of a call of which some match: each is answered for what it is. */
  @Test
  void soAreNoneOfACallOfSeveral() {
    stored("{_id: 1, n: {$numberLong: '5'}}");
    stored("{_id: 2, n: {$numberLong: '5'}}");
    List<Placing> legs =
        List.of(
            on("t1", new AddToField(ORDER, "n", 1)),
            on("t1", new AddToField(ORDERS.document(new Value.Int32(2)), "n", 1)));
    holding.held(legs);
    FRESH.change("orders", "{_id: 1}", "{$unset: {escrow: ''}}");

    assertThat(holding.settle(legs)).containsOnly(MatchOutcome.MATCHED);
    assertThat(stored().getArray("pendingTransactions")).isEmpty();
    assertThat(stored().containsKey("escrow")).isFalse();
  }
}
