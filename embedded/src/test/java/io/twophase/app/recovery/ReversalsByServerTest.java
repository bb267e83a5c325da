package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.TransactionId;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A reversal outlives what it reverses where the server removes finished records: it removes no
 * transfer of a batch, and each shard removes in its own time.
 */
class ReversalsByServerTest {

  private static final TransactionId MEMBER = transactionId("m1");

  private final FaultyServer server = FaultyServer.thatKnowsCollMod();
  private final MongoClient client = MongoClients.create(server.uri(""));
  private final MongoStore store =
      MongoStore.using(
          client,
          "bank",
          MongoStoreSettings.defaults()
              .withProbe(false)
              .withRetention(
                  new io.twophase.adapter.mongo.Retention(
                      io.twophase.adapter.mongo.Retention.SHORTEST)));
  private final TwoPhase host = TwoPhase.over(store).build();

  @BeforeEach
  void transferInABatch() {
    Books.open(store, 1_000, 1_000);
    assertThat(
            host.transfers()
                .transferAll(
                    List.of(Books.request("m1", 100), Books.request("m2", 100)), Order.ANY))
        .allMatch(TransactionOutcome::isApplied);
  }

  @AfterEach
  void close() {
    host.close();
    client.close();
    server.close();
  }

  private MongoCollection<BsonDocument> records() {
    return client.getDatabase("bank").getCollection("transactions", BsonDocument.class);
  }

  /** What the server removes once the period of everything is over, by the index as it is made. */
  private void expire() {
    for (BsonDocument index : records().listIndexes(BsonDocument.class)) {
      if (index.containsKey("expireAfterSeconds")) {
        BsonDocument filter = index.getDocument("partialFilterExpression", new BsonDocument());
        records()
            .deleteMany(filter.clone().append("finishedAt", BsonDocument.parse("{$type: 'date'}")));
      }
    }
  }

  private ReverseOutcome reverse() {
    return host.compensation().reverse(MEMBER, "");
  }

  @Test
  void aMemberIsReversedOnceThoughTheServerRemovesLoneRecordsFirst() {
    assertThat(reverse())
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("m1:reversal"), false));

    expire();

    assertThat(reverse())
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("m1:reversal"), true));
    assertThat(Books.balance(store, "B")).isEqualTo(1_100);
  }
}
