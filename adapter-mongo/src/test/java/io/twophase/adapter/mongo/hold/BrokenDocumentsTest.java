package io.twophase.adapter.mongo.hold;

import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.HoldWords.on;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Value;
import io.twophase.ports.StoreException;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Writers outside of the protocol have broken its fields: all is told, and left alone. */
class BrokenDocumentsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final CollectionName ORDERS = CollectionName.of("orders");
  private static final DocumentRef ORDER = ORDERS.document(new Value.Int32(1));

  private Holding holding;

  @BeforeEach
  void open() {
    holding = new Holding(FRESH.store());
  }

  private static void stored(String json) {
    FRESH.put("orders", json);
  }

  private static BsonDocument stored() {
    return FRESH.one("orders", "{_id: 1}");
  }

  private static final List<DocumentOperation> OPERATIONS =
      BodyWords.operations(
              "change #1 status=\"Paid\" & remove #1 & check #1 & insert #1 {a:1} & absent #1"
                  + " & add #1 n 1 & add #1 n -1")
          .stream()
          .map(DocumentOperation.class::cast)
          .toList();

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
  @CsvFileSource(resources = "/odd/broken-documents.txt", delimiter = '|', quoteCharacter = '`')
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
}
