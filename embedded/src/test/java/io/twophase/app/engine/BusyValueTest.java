package io.twophase.app.engine;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.transaction.NewTransaction;
import java.time.Duration;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("A value of a unique index that a placeholder keeps")
class BusyValueTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final DocumentRef ONE = document("users", "one");
  private static final DocumentRef OTHER = document("users", "other");

  @Test
  @DisplayName("for a transaction that is finished is free at once: the placeholder is withdrawn")
  void orphan() {
    MongoStore store = FRESH.store();
    try (TwoPhase twophase =
        TwoPhase.over(store).settings(Hosts.patient(Duration.ofMillis(500), 50)).build()) {
      MongoCollection<Document> users = FRESH.database().getCollection("users");
      users.createIndex(new Document("email", 1), new IndexOptions().unique(true));
      leaveAPlaceholder(store);
      assertThat(users.find()).extracting("_id").containsExactly("one");

      twophase.run(transaction("next").insert(OTHER, Map.of("email", "x"))).orElseThrow();

      assertThat(users.find()).extracting("_id").containsExactly("other");
    }
  }

  /** A hold that came after its transaction was canceled, and whose sender has died. */
  private static void leaveAPlaceholder(MongoStore store) {
    NewTransaction left = transaction("left").insert(ONE, Map.of("email", "x")).transaction().get();
    DocumentWrites writes = new DocumentWrites(store);
    writes.begin(left);
    writes.cancel("left");
    writes.hold(left, 1);
  }
}
