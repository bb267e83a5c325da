package io.twophase.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Planted;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A large store that has much that is stuck: no screen reads what is finished. */
@Tag("deep")
class LargeStoreTest {

  private static final int FINISHED = 10_000;
  private static final int STUCK = 2_000;

  private static final List<String> SCREENS =
      List.of(
          ("/audit /now /transaction?id=paid /transaction?id=stuck1 /account?id=A /find "
                  + "/find?account=A /find?list=unfinished /consumers /periods /actions")
              .split(" ", -1));

  @Test
  void noScreenReadsAllThatIsFinished() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri());
        MongoStore store = MongoStore.using(client, "bank", MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build();
        Console console = Console.over(twophase, store, ConsoleSettings.of(Access.local("me")))) {
      twophase.accounts().open(Bank.A, Bank.usd("100"));
      twophase.accounts().open(Bank.B, Bank.usd("0"));
      twophase.run(Bank.payment("paid", "3"));
      Planted.pending(store, "stuck");
      copy(client, "paid", FINISHED);
      copy(client, "stuck", STUCK);
      Asked asked = new Asked(console);
      for (String screen : SCREENS) {
        long before = scanned(client);

        assertThat(asked.get(screen).status()).as(screen).isEqualTo(200);

        assertThat(scanned(client) - before).as(screen).isLessThan(FINISHED);
      }
    }
  }

  /** How many documents the server's queries have looked at. */
  private static long scanned(MongoClient client) {
    return client
        .getDatabase("admin")
        .runCommand(new Document("serverStatus", 1))
        .getEmbedded(List.of("metrics", "queryExecutor", "scannedObjects"), Long.class);
  }

  /** Records like one that is there. */
  private static void copy(MongoClient client, String id, int count) {
    MongoCollection<BsonDocument> records =
        client.getDatabase("bank").getCollection("transactions", BsonDocument.class);
    BsonDocument one = records.find(Filters.eq("_id", id)).first();
    records.insertMany(
        IntStream.range(0, count)
            .mapToObj(at -> one.clone().append("_id", new BsonString(id + at)))
            .toList());
  }
}
