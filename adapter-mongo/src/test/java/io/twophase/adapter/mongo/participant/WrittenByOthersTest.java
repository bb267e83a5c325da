package io.twophase.adapter.mongo.participant;

import static io.twophase.domain.testing.Documents.fields;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.value.Value;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What writers outside of the protocol have put into documents, before and meanwhile. */
class WrittenByOthersTest extends OrdersOnServer {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{_id: 1, pendingTransactions: 'x'}",
        "{_id: 1, pendingTransactions: ['t1']}",
        "{_id: 1, pendingTransactions: [{id: 't0'}]}",
        "{_id: 1, escrow: 1}",
        "{_id: 1, pendingTransactions: null}",
        "{_id: 1, pendingTransactions: {}}",
        "{_id: 1, placeholder: 'x'}",
        "{_id: 1, placeholder: false}",
        "{_id: 1, placeholder: true}",
        "{_id: 1, lastTransaction: 7}",
        "{_id: 1, lastTransaction: 't1'}",
        "{_id: 1, lastTransaction: {id: 't1'}}",
        "{_id: 1, lastTransaction: {home: 'h'}}",
        "{_id: 1, lastTransaction: {id: '', home: 'h'}}",
        "{_id: 1, lastTransaction: {id: ' t1', home: 'h'}}",
        "{_id: 1, lastTransaction: {id: ['t1'], home: 'h'}}",
        "{_id: 1, lastTransaction: {id: 't1', home: ''}}",
        "{_id: 1, lastTransaction: [{id: 't1', home: 'h'}]}",
        "{_id: 1, quorumReads: 'often'}",
        "{_id: 1, escrow: null}",
        "{_id: 1, escrow: []}",
        "{_id: 1, escrow: [{}]}",
        "{_id: 1, stock: 5, escrow: {n: 7}}",
        "{_id: 1, stock: 5, escrow: {n: null}}",
        "{_id: 1, stock: 5, escrow: {n: {}}}",
        "{_id: 1, stock: 5, escrow: {n: {available: 'x', receivable: {$numberLong: '1'},"
            + " floor: {$numberLong: '0'}, ceiling: {$numberLong: '9'}}}}",
        "{_id: 1, stock: 5, escrow: {n: {available: 1.5, receivable: {$numberLong: '1'},"
            + " floor: {$numberLong: '0'}, ceiling: {$numberLong: '9'}}}}",
        "{_id: 1, stock: 5, escrow: {n: {available: {$numberLong: '5'}, receivable: null,"
            + " floor: {$numberLong: '0'}, ceiling: {$numberLong: '9'}}}}",
        "{_id: 1, stock: 5, escrow: {stock: {available: {$numberLong: '5'}, floor:"
            + " {$numberLong: '0'}, ceiling: {$numberLong: '9'}}}}",
        "{_id: 1, pendingTransactions: [null]}",
        "{_id: 1, pendingTransactions: [true]}",
        "{_id: 1, pendingTransactions: [{$date: 0}]}",
        "{_id: 1, pendingTransactions: [{}]}",
        "{_id: 1, pendingTransactions: [[]]}",
        "{_id: 1, pendingTransactions: [[{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'shared', operation: 'o'}]]}",
        "{_id: 1, pendingTransactions: [{id: '', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'shared', operation: 'o'}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: '', epoch: {$numberLong: '1'}, mode:"
            + " 'shared', operation: 'o'}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: 1, mode: 'shared',"
            + " operation: 'o'}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '-1'}, mode:"
            + " 'shared', operation: 'o'}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'strange', operation: 'o'}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " ['shared'], operation: 'o'}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'shared'}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'shared', operation: 'o', fields: 'a'}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'shared', operation: 'o', fields: ['a', 1]}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'shared', operation: 'o', amount: 5}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'escrow', operation: 'o', fields: ['n']}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'escrow', operation: 'o', amount: {$numberLong: '1'}}]}",
        "{_id: 1, pendingTransactions: [{id: 't0', home: 'h', epoch: {$numberLong: '1'}, mode:"
            + " 'shared', operation: 'o'}, {id: 't0'}]}"
      })
  void whatCannotBeReadIsLeftAlone(String json) {
    stored(json);

    assertThat(documents.find(List.of(ORDER)).get(0)).isInstanceOf(DocumentLookup.Unreadable.class);
    assertThat(documents.findLatest(ORDER)).isInstanceOf(DocumentLookup.Unreadable.class);
    for (DocumentOperation operation :
        List.of(
            paid(ORDER),
            new RemoveDocument(ORDER, List.of()),
            new CheckDocument(ORDER, List.of()),
            new InsertDocument(ORDER, fields("a", 1)),
            new AddToField(ORDER, "stock", 1))) {
      assertThat(hold(leg("t1", operation)))
          .as(operation.kind())
          .isInstanceOfSatisfying(
              DocumentHoldOutcome.Refused.class,
              refused ->
                  assertThat(refused.refusal())
                      .isInstanceOf(DocumentRefusal.DocumentCorrupt.class));
    }
    assertThat(stored()).isEqualTo(BsonDocument.parse(json));
  }

  /** A writer outside of the protocol has put something else there since. */
  @Test
  void whatIsAddedToMustStillBeAWholeNumber() {
    stored("{_id: 1, stock: 10}");
    DocumentLeg first = leg("t1", new AddToField(ORDER, "stock", 1));
    assertThat(hold(first)).isEqualTo(DocumentHoldOutcome.held());
    assertThat(settle(first)).isEqualTo(MatchOutcome.MATCHED);
    FRESH
        .collection("orders")
        .updateOne(BsonDocument.parse("{_id: 1}"), BsonDocument.parse("{$set: {stock: 'many'}}"));

    assertThat(hold(leg("t2", new AddToField(ORDER, "stock", 1))))
        .isInstanceOfSatisfying(
            DocumentHoldOutcome.Refused.class,
            refused ->
                assertThat(refused.refusal()).isInstanceOf(DocumentRefusal.NotAddable.class));
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
            + " '0'}, mode: 'shared', operation: 'o', fields: ['m'], more: 1}]}"
      })
  void whatOthersHaveStoredWithinTheFormIsHeld(String json) {
    stored(json);

    assertThat(documents.find(List.of(ORDER)).get(0)).isInstanceOf(DocumentLookup.Found.class);
    assertThat(hold(leg("t1", new CheckDocument(ORDER, List.of()))))
        .isEqualTo(DocumentHoldOutcome.held());
    assertThat(hold(leg("t2", new AddToField(ORDER, "n", 1))))
        .isEqualTo(DocumentHoldOutcome.held());
  }

  /** Additions to it would not be exact. */
  @Test
  void boundsOfAnotherTypeAreNotAddedTo() {
    stored(
        "{_id: 1, n: 5, escrow: {n: {available: 5.0, receivable: {$numberLong: '4'},"
            + " floor: {$numberLong: '0'}, ceiling: {$numberLong: '9'}}}}");

    assertThat(hold(leg("t1", new AddToField(ORDER, "n", 1, 0, 9))))
        .isEqualTo(
            new DocumentHoldOutcome.Refused(
                new DocumentRefusal.DocumentCorrupt(ORDER, "escrow.n.available is no int64")));
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
        DocumentLeg leg = leg("t1", new AddToField(ORDER, "n", amount));
        assertThat(hold(leg)).isEqualTo(DocumentHoldOutcome.held());
        FRESH
            .collection("orders")
            .updateOne(BsonDocument.parse("{_id: 1}"), BsonDocument.parse(outsiders));
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

  private MatchOutcome ended(String end, DocumentLeg leg) {
    return switch (end) {
      case "settle" -> settle(leg);
      case "release" -> documents.release(List.of(HeldDocument.of(leg))).get(0);
      default -> documents.withdraw(List.of(HeldDocument.of(leg))).get(0);
    };
  }

  /** Of a call of which some match: each is answered for what it is. */
  @Test
  void soAreNoneOfACallOfSeveral() {
    stored("{_id: 1, n: {$numberLong: '5'}}");
    stored("{_id: 2, n: {$numberLong: '5'}}");
    List<DocumentLeg> legs =
        List.of(
            leg("t1", new AddToField(ORDER, "n", 1)),
            leg("t1", new AddToField(ORDERS.document(new Value.Int32(2)), "n", 1)));
    assertThat(documents.hold(legs)).containsOnly(DocumentHoldOutcome.held());
    FRESH
        .collection("orders")
        .updateOne(BsonDocument.parse("{_id: 1}"), BsonDocument.parse("{$unset: {escrow: ''}}"));

    assertThat(documents.settle(legs)).containsOnly(MatchOutcome.MATCHED);
    assertThat(stored().getArray("pendingTransactions")).isEmpty();
    assertThat(stored().containsKey("escrow")).isFalse();
  }
}
