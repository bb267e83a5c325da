package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.embedded.EmbeddedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

class UpdateAtomicityTest {

  private static final int ROUNDS = 200 * Integer.getInteger("twophase.storms", 1);
  private static final long FUNDS = 1_000;
  private static final int BETWEEN = 100;

  @Test
  void aReaderNeverSeesHalfAnUpdate() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      assertThat(halfMadeReads(server.uri(), ROUNDS)).isZero();
    }
  }

  @Test
  void theSameReaderSeesHalfAnUpdateOnTheLibrarysOwnStore() throws Exception {
    MongoServer server = new MongoServer(new MemoryBackend());
    try {
      assertThat(halfMadeReads(server.bindAndGetConnectionString(), 20_000)).isPositive();
    } finally {
      server.shutdownNow();
    }
  }

  /**
   * How many reads found the funds and the hold on them out of step, until the first or the end.
   */
  private static int halfMadeReads(String uri, int rounds) throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (MongoClient client = MongoClients.create(uri)) {
      MongoCollection<Document> accounts = client.getDatabase("db").getCollection("accounts");
      accounts.insertOne(
          new Document("_id", "A").append("available", FUNDS).append("holds", List.of()));
      // it has its fields in the order in which they were added
      move(accounts, 0, Updates.set("holds", List.of()));
      AtomicBoolean stop = new AtomicBoolean();
      Future<?> writer = threads.submit(() -> holdAndRelease(accounts, rounds, stop));
      int halfMade = 0;
      while (!writer.isDone() && halfMade == 0) {
        halfMade += isWhole(accounts.find(Filters.eq("_id", "A")).first()) ? 0 : 1;
      }
      stop.set(true);
      writer.get();
      return halfMade;
    } finally {
      threads.shutdownNow();
    }
  }

  private static void holdAndRelease(
      MongoCollection<Document> accounts, int rounds, AtomicBoolean stop) {
    for (int i = 0; i < rounds && !stop.get(); i++) {
      move(accounts, -7, Updates.push("holds", i));
      move(accounts, 7, Updates.pull("holds", i));
    }
  }

  /** Between the two figures, the server has many other fields to change. */
  private static void move(MongoCollection<Document> accounts, long by, Bson hold) {
    List<Bson> updates = new ArrayList<>(List.of(Updates.inc("available", by), hold));
    for (int between = 0; between < BETWEEN; between++) {
      updates.add(Updates.inc("between" + between, 1));
    }
    updates.add(Updates.inc("held", -by));
    accounts.updateOne(Filters.eq("_id", "A"), Updates.combine(updates));
  }

  private static boolean isWhole(Document account) {
    long held = account.getLong("held");
    return account.getLong("available") + held == FUNDS
        && account.getList("holds", Integer.class).size() * 7L == held;
  }
}
