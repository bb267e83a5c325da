package io.twophase.adapter.mongo.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.HoldWords.on;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Documents that are nearly as large as a server stores them. */
class SizesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();
  @RegisterExtension static final FreshDatabase TELLING = Servers.telling();

  private static final DocumentRef LARGE = order("large");
  private static final int MEGABYTE = 1024 * 1024;

  private static void assertTooLarge(Answer told) {
    assertThat(told.reason().orElseThrow()).isInstanceOf(DocumentRefusal.DocumentTooLarge.class);
  }

  private static void stored(FreshDatabase database, String id, int bytes) {
    database
        .collection("orders")
        .insertOne(
            new BsonDocument("_id", new BsonString(id))
                .append("text", new BsonString("x".repeat(bytes))));
  }

  /** On a server that has the limit of 16 MB, and tells sizes: the one in this process does not. */
  @Test
  @OnGivenServer
  void aDocumentHasRoomForWhatIsHeldOrIsRefusedByName() {
    Holding holding = new Holding(FRESH.store());
    stored(FRESH, "large", 16 * MEGABYTE - 200);
    stored(FRESH, "between", 15 * MEGABYTE + 900 * 1024);
    stored(FRESH, "grows", 8 * MEGABYTE);
    stored(FRESH, "small", 10);
    List<Placing> legs =
        List.of(
            on("t1", change(order("small"), set("n", 1))),
            on("t1", change(order("grows"), set("more", "y".repeat(9 * MEGABYTE)))),
            on("t1", change(order("between"), set("n", 1))),
            on("t1", remove(LARGE)),
            on("t1", insert(order("new"), fields("a", 1))));

    List<Answer> outcomes = holding.place(legs);

    assertThat(outcomes.get(0).kind()).isEqualTo(Answer.Kind.HELD);
    assertTooLarge(outcomes.get(1));
    assertTooLarge(outcomes.get(2));
    assertTooLarge(outcomes.get(3));
    assertThat(outcomes.get(4).kind()).isEqualTo(Answer.Kind.HELD);
    assertThat(holding.settle(List.of(legs.get(0), legs.get(4)))).containsOnly(MATCHED);
  }

  /** A settle cannot fail: what it adds must fit, beside what the document has. */
  @Test
  void whatAChangeAddsIsComparedBesideTheDocument() {
    Holding holding = new Holding(TELLING.store());
    stored(TELLING, "large", Math.toIntExact(SizeLimit.MOST_BYTES) - 1000);

    assertTooLarge(holding.place(on("t1", change(LARGE, set("more", "y".repeat(2000))))));
    holding.settled(holding.held(on("t2", change(LARGE, set("more", "y".repeat(500))))));
  }
}
