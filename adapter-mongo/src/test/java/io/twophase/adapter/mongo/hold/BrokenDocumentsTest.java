package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.adapter.mongo.testing.Requests.settle;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writers outside of the protocol have broken its fields: all is told, and left alone. */
class BrokenDocumentsTest extends OrdersOnServer {

  private static final DocumentRef SOUND = ORDERS.document("sound");
  private static final List<DocumentOperation> OPERATIONS =
      List.of(
          paid(ORDER),
          remove(ORDER),
          check(ORDER),
          insert(ORDER, fields("a", 1)),
          absent(ORDER),
          add(ORDER, "n", 1),
          add(ORDER, "n", -1));

  /** The fields of a document: {@code HOLD} is a sound hold, and what follows it is set in it. */
  private BsonDocument document(String broken) {
    String sound =
        "id: 't1', home: '%s', epoch: {$numberLong: '1'}, mode: 'shared', operation: '%s'"
            .formatted(holding.store().home().name(), OperationDigest.of(check(ORDER)));
    return BsonDocument.parse("{_id: 1, n: 50, " + broken.replace("HOLD", sound) + "}");
  }

  private BsonDocument host(String broken) {
    BsonDocument document = document(broken);
    FRESH.collection("orders").insertOne(document);
    return document;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pendingTransactions: 'x'",
        "pendingTransactions: null",
        "pendingTransactions: {}",
        "pendingTransactions: ['t1']",
        "pendingTransactions: [null]",
        "pendingTransactions: [{$date: 0}]",
        "pendingTransactions: [{}]",
        "pendingTransactions: [[]]",
        "pendingTransactions: [[{HOLD}]]",
        "pendingTransactions: [{id: 't0'}]",
        "pendingTransactions: [{HOLD}, {id: 't0'}]",
        "pendingTransactions: [{HOLD, id: 7}]",
        "pendingTransactions: [{HOLD, id: ''}]",
        "pendingTransactions: [{HOLD, home: ''}]",
        "pendingTransactions: [{HOLD, home: null}]",
        "pendingTransactions: [{HOLD, epoch: 1}]",
        "pendingTransactions: [{HOLD, epoch: {$numberLong: '0'}}]",
        "pendingTransactions: [{HOLD, epoch: '1'}]",
        "pendingTransactions: [{HOLD, mode: 'strange'}]",
        "pendingTransactions: [{HOLD, mode: ['shared']}]",
        "pendingTransactions: [{HOLD, mode: null}]",
        "pendingTransactions: [{HOLD, operation: 5}]",
        "pendingTransactions: [{HOLD, fields: 'n'}]",
        "pendingTransactions: [{HOLD, fields: ['n', 5]}]",
        "pendingTransactions: [{HOLD, member: 5}]",
        "pendingTransactions: [{HOLD, mode: 'escrow', fields: ['n']}]",
        "pendingTransactions: [{HOLD, mode: 'escrow', debit: {$numberLong: '1'}}]",
        "pendingTransactions: [{HOLD, mode: 'escrow', fields: ['n'], debit: '5'}]",
        "pendingTransactions: [{HOLD, mode: 'escrow', fields: ['n'], credit:"
            + " {$numberLong: '-5'}}]",
        "escrow: 1",
        "escrow: null",
        "escrow: []",
        "escrow: {n: 7}",
        "escrow: {n: null}",
        "escrow: {n: {}}",
        "escrow: {n: {available: {$numberLong: '5'}, floor: {$numberLong: '0'}, ceiling:"
            + " {$numberLong: '9'}}}",
        "escrow: {m: {available: 'x', receivable: 1, floor: 0, ceiling: 9}}",
        "escrow: {m: {available: 1.5, receivable: 1, floor: 0, ceiling: 9}}",
        "escrow: {m: {available: 5, receivable: null, floor: 0, ceiling: 9}}",
        "placeholder: 'x'",
        "placeholder: false",
        "placeholder: true",
        "placeholder: true, pendingTransactions: [{HOLD}]",
        "placeholder: true, pendingTransactions: [{HOLD, mode: 'exclusive'}]",
        "lastTransaction: 7",
        "lastTransaction: null",
        "lastTransaction: 't1'",
        "lastTransaction: {id: 't1'}",
        "lastTransaction: {home: 'h'}",
        "lastTransaction: {id: '', home: 'h'}",
        "lastTransaction: {id: ' t1', home: 'h'}",
        "lastTransaction: {id: ['t1'], home: 'h'}",
        "lastTransaction: {id: 't1', home: ''}",
        "lastTransaction: [{id: 't1', home: 'h'}]",
        "quorumReads: 'often'"
      })
  void isToldTakesNoHoldEndsNoneAndIsLeftAlone(String broken) {
    BsonDocument before = host(broken);

    assertThat(holding.find(ORDER).kind()).isEqualTo(Sight.Kind.UNREADABLE);
    assertThat(holding.store().holds().findLatest(new Target.OfDocument(ORDER)).kind())
        .isEqualTo(Sight.Kind.UNREADABLE);
    for (DocumentOperation operation : OPERATIONS) {
      Placing asked = on("t9", operation);
      assertThat(holding.refusal(asked))
          .as(operation.kind())
          .isInstanceOf(DocumentRefusal.DocumentCorrupt.class);
      assertNoneMatches(() -> holding.stamp(List.of(asked), 2));
      assertNoneMatches(() -> holding.settle(List.of(asked)));
      assertNoneMatches(() -> holding.release(List.of(asked)));
      assertNoneMatches(() -> holding.withdraw(List.of(asked)));
    }
    assertThat(stored()).isEqualTo(before);
    if (!broken.contains("pendingTransactions") && !broken.contains("placeholder")) {
      aSoundHoldInItEndsWhollyOrNotAtAll(broken);
    }
  }

  private static void assertNoneMatches(Supplier<List<MatchOutcome>> call) {
    try {
      assertThat(call.get()).doesNotContain(MatchOutcome.MATCHED);
    } catch (StoreException notAnswered) {
      assertThat(notAnswered).hasMessageContaining("orders 1");
    }
  }

  /** Something else is broken than the hold, which may be decided: then it ends, and only it. */
  private void aSoundHoldInItEndsWhollyOrNotAtAll(String broken) {
    FRESH.collection("orders").deleteMany(new BsonDocument());
    BsonDocument before = host(broken + ", pendingTransactions: [{HOLD}]");
    BsonDocument after = before.clone().append("pendingTransactions", new BsonArray());
    try {
      MatchOutcome told = holding.settle(List.of(on("t1", check(ORDER)))).get(0);
      assertThat(stored()).isEqualTo(told == MatchOutcome.MATCHED ? after : before);
    } catch (StoreException notAnswered) {
      assertThat(List.of(before, after)).contains(stored());
    }
  }

  /** A host's document stays, whoever has marked it: only a placeholder goes with its hold. */
  @ParameterizedTest
  @ValueSource(strings = {"withdrawn", "released", "withdrawn as it was seen"})
  void oneThatIsMarkedAsAPlaceholderIsNotRemovedWithAHold(String how) {
    Placing asked = on("t1", change(ORDER, set("status", "Paid")));
    host(
        "placeholder: true, pendingTransactions: [{HOLD, mode: 'exclusive', operation: '"
            + holding.hold(asked).digest()
            + "'}]");

    assertThat(ended(how, asked)).containsExactly(MatchOutcome.MATCHED);
    assertThat(stored()).isEqualTo(document("placeholder: true, pendingTransactions: []"));
    assertThat(ended(how, asked)).containsExactly(MatchOutcome.NOT_MATCHED);
  }

  private List<MatchOutcome> ended(String how, Placing asked) {
    return switch (how) {
      case "withdrawn" -> holding.withdraw(List.of(asked));
      case "released" -> holding.release(List.of(asked));
      default ->
          holding
              .store()
              .holds()
              .end(List.of(Ending.of(asked.claim().target(), holding.hold(asked))));
    };
  }

  /** A placeholder that has lost its mark is removed by nobody: it may have become a host's. */
  @Test
  void aPlaceholderThatIsNotMarkedAnyMoreKeepsAllButItsHold() {
    Placing asked = holding.held(on("t1", insert(ORDER, fields("a", 1))));
    FRESH.change("orders", "{_id: 1}", "{$unset: {placeholder: ''}}");

    assertThat(holding.release(List.of(asked))).containsExactly(MatchOutcome.MATCHED);

    assertThat(stored().getArray("pendingTransactions")).isEmpty();
  }

  @Test
  void aScanShowsItAmongWhatIsHeld() {
    host("pendingTransactions: [{HOLD, mode: null}]");
    stored("{_id: 'sound', n: 50}");
    stored("{_id: 'idle', n: 50}");
    holding.held(on("t1", check(SOUND)));
    List<Sight> seen = new ArrayList<>();

    holding.store().holds().scan(ORDERS, true, seen::add);

    assertThat(seen)
        .extracting(Sight::kind)
        .containsExactlyInAnyOrder(Sight.Kind.FOUND, Sight.Kind.UNREADABLE);
  }

  @Test
  void othersOfACallAreHeldAndSettledAllTheSame() {
    host("escrow: 1");
    stored("{_id: 'sound', n: 50}");
    Placing sound = on("t1", paid(SOUND));

    List<Answer> told = holding.place(List.of(on("t1", paid(ORDER)), sound));
    assertThat(told.get(1)).isEqualTo(Answer.held(holding.hold(sound)));
    assertThat(holding.store().holds().end(List.of(settle(sound))))
        .containsExactly(MatchOutcome.MATCHED);
    assertThat(holding.document(SOUND).fields()).isEqualTo(fields("n", 50, "status", "Paid"));
  }
}
