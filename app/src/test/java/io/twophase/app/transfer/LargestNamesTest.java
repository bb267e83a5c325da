package io.twophase.app.transfer;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.embedded.EmbeddedServer;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A transaction as large as one may be")
class LargestNamesTest {

  /** What an operation counts beside its names and values. */
  private static final int PART = 128;

  @Test
  @DisplayName("is canceled, and not stuck, for a document whose _id is as large as one may be")
  void canceled() {
    DocumentRef taken = document("orders", "x".repeat((int) NewTransaction.MAX_NAME_BYTES - 5));
    DocumentRef large = document("bulk", "large");
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri());
        MongoStore store =
            MongoStore.using(client, "shop", MongoStoreSettings.defaults().withProbe(false));
        TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase.run(transaction("first").insert(taken, Map.of())).orElseThrow();
      long room = NewTransaction.MAX_BYTES - NewTransaction.MAX_NAME_BYTES - 4L * PART;
      TransactionRequest request =
          transaction("second")
              .insert(taken, Map.of())
              .insert(large, Map.of("text", "x".repeat((int) room)));

      assertThat(twophase.run(request))
          .isInstanceOfSatisfying(
              TransactionOutcome.Refused.class,
              refused -> {
                assertThat(refused.reason().kind()).isEqualTo("DocumentExists");
                assertThat(refused.finished()).isTrue();
              });
    }
  }
}
