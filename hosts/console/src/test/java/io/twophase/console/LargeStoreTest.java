package io.twophase.console;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Planted;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A large store that has much that is stuck: how long each screen takes. It prints the figures.
 * With 1,000,000 records:
 *
 * <pre>./mvnw test -P deep -pl hosts/console -am -Dtest=LoadTest
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dtwophase.records=1000000</pre>
 */
@Tag("deep")
class LoadTest {

  private static final int RECORDS = Integer.getInteger("twophase.records", 100_000);
  private static final int STUCK = 5_000;
  private static final int PAGE = 1_000;

  private final List<String> slow = new ArrayList<>();

  @TempDir Path directory;

  @Test
  void everyScreenAnswersWithinASecond() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.open(directory, 0);
        MongoClient client = MongoClients.create(server.uri());
        MongoStore store = MongoStore.using(client, "bank", MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build();
        Console console = Console.over(twophase, store, ConsoleSettings.of(Access.local("me")))) {
      fill(twophase, store, client);
      Asked asked = new Asked(console);
      for (String screen :
          List.of(
              // the first page of a process pays for its classes
              "/audit",
              "/now",
              "/now",
              "/transaction?id=paid",
              "/transaction?id=stuck-0000001",
              "/account?id=A",
              "/find",
              "/find?account=A",
              "/consumers",
              "/periods",
              "/actions")) {
        measure(asked, screen);
      }
      assertThat(slow).isEmpty();
    }
  }

  private static void fill(TwoPhase twophase, MongoStore store, MongoClient client) {
    twophase.accounts().open(account("A"), money("100", "USD"));
    twophase.accounts().open(account("B"), money("0", "USD"));
    twophase.run(
        transaction("paid")
            .debit(account("A"), money("3", "USD"))
            .credit(account("B"), money("3", "USD")));
    Planted.pending(store, "stuck");
    MongoCollection<BsonDocument> records =
        client.getDatabase("bank").getCollection("transactions", BsonDocument.class);
    long begun = System.nanoTime();
    copy(records, "paid", RECORDS - STUCK);
    copy(records, "stuck", STUCK - 1);
    System.out.printf(
        "%s records were written in %s s%n", RECORDS, (System.nanoTime() - begun) / 1_000_000_000);
  }

  /** Records like one that is there, begun one after the other. */
  private static void copy(MongoCollection<BsonDocument> records, String id, int count) {
    BsonDocument one = records.find(new BsonDocument("_id", new BsonString(id))).first();
    long now = System.currentTimeMillis();
    for (int from = 0; from < count; from += PAGE) {
      List<BsonDocument> page = new ArrayList<>();
      for (int at = from; at < Math.min(count, from + PAGE); at++) {
        BsonDocument copy = one.clone();
        copy.put("_id", new BsonString("%s-%07d".formatted(id, at)));
        for (String stamp : List.of("createdAt", "lastModified", "finishedAt")) {
          if (copy.containsKey(stamp)) {
            copy.put(stamp, new BsonDateTime(now - 3_600_000L + at));
          }
        }
        page.add(copy);
      }
      records.insertMany(page, new InsertManyOptions().ordered(false));
    }
  }

  private void measure(Asked asked, String screen) throws InterruptedException {
    // a reading of two seconds ago would answer at once
    Thread.sleep(2_500);
    long begun = System.nanoTime();
    Asked.Reply reply = asked.get(screen);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);

    System.out.printf("%s took %s ms, %s bytes%n", screen, took.toMillis(), reply.text().length());
    assertThat(reply.status()).as(screen).isEqualTo(200);
    if (took.compareTo(Duration.ofSeconds(1)) >= 0) {
      slow.add(screen);
    }
  }
}
