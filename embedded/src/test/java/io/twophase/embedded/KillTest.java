package io.twophase.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import io.twophase.domain.testing.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillTest {

  private static final int ROUNDS = 3;
  private static final int WRITERS = 3;
  private static final int BATCH = 20;
  private static final int ROUNDS_OF_INDEX = 2;
  private static final int INDEXED = 10_000;
  private static final Bson BY_NAME = Indexes.ascending("name");
  private static final Document NOT_UPDATED = new Document("n", 0);
  private static final IndexOptions UNIQUE = new IndexOptions().unique(true);

  @TempDir Path directory;

  /** By id: the number of updates of it that were acknowledged. */
  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();

  @Test
  void whatWasAcknowledgedBeforeAKillIsThereAfterIt() throws Exception {
    long seed = Seed.next("KillTest");
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      int batches = 1 + random.nextInt(150);
      String where = "seed %d, round %d, killed after %d batches".formatted(seed, round, batches);
      try (KilledServer server = KilledServer.start(directory)) {
        writeUntilKilled(server, round, batches);
      }
      try (Served served = Served.in(directory)) {
        check(served.documents, where);
      }
    }
  }

  @Test
  void whatWasDroppedOrMadeFromAnotherBeforeAKillStaysSo() throws Exception {
    try (KilledServer server = KilledServer.start(directory);
        MongoClient client = MongoClients.create(server.uri())) {
      MongoDatabase database = client.getDatabase("db");
      database.getCollection("dropped").insertOne(new Document("_id", 1));
      database.getCollection("kept").insertOne(new Document("_id", 1));
      database.getCollection("dropped").drop();
      database.getCollection("kept").insertOne(new Document("_id", 2));
      database.getCollection("kept").aggregate(List.of(Aggregates.out("copy"))).toCollection();
      server.kill();
    }
    try (Served served = Served.in(directory)) {
      MongoDatabase database = served.database;
      assertThat(database.listCollectionNames()).containsExactly("copy", "kept");
      assertThat(database.getCollection("kept").countDocuments()).isEqualTo(2);
      assertThat(database.getCollection("copy").countDocuments()).isEqualTo(2);
      database.getCollection("dropped").insertOne(new Document("_id", 2));
      assertThat(database.getCollection("dropped").countDocuments()).isEqualTo(1);
    }
  }

  /** The next build would trust the entries that a killed one has left. */
  @Test
  void aUniqueIndexThatIsMadeAtAKillIsThereAsAWholeOrNotAtAll() throws Exception {
    long seed = Seed.next("KillTest");
    Random random = new Random(seed);
    int whole = Math.toIntExact(killWhileIndexing(directory.resolve("whole"), Integer.MAX_VALUE));
    for (int round = 0; round < ROUNDS_OF_INDEX; round++) {
      Path store = directory.resolve("round" + round);
      int pause = random.nextInt(whole + 1);
      killWhileIndexing(store, pause);
      try (Served served = Served.in(store)) {
        MongoCollection<Document> collection = served.documents;
        collection.createIndex(BY_NAME, UNIQUE);
        for (int n : List.of(0, INDEXED / 2, INDEXED - 1)) {
          assertThatThrownBy(() -> collection.insertOne(named(n).append("_id", "another")))
              .as("seed %d, round %d, killed after %d of %d ms", seed, round, pause, whole)
              .isInstanceOf(MongoWriteException.class);
        }
      }
    }
  }

  /** Answers after how many milliseconds the server was killed, or had made the index. */
  private static long killWhileIndexing(Path store, int millis) throws Exception {
    List<Document> documents = IntStream.range(0, INDEXED).mapToObj(KillTest::named).toList();
    try (KilledServer server = KilledServer.start(store);
        MongoClient client = MongoClients.create(server.uri())) {
      MongoCollection<Document> collection = client.getDatabase("db").getCollection("c");
      collection.insertMany(documents);
      long begun = System.nanoTime();
      CompletableFuture<String> made =
          CompletableFuture.supplyAsync(() -> collection.createIndex(BY_NAME, UNIQUE))
              .exceptionally(gone -> "");
      made.completeOnTimeout("", millis, TimeUnit.MILLISECONDS).join();
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    }
  }

  /** All together they fill the engine's buffers many times. */
  private static Document named(int n) {
    return new Document("_id", n).append("name", "x".repeat(500) + n);
  }

  private void writeUntilKilled(KilledServer server, int round, int batches) throws Exception {
    CountDownLatch enough = new CountDownLatch(batches);
    // a writer that finds nobody there any more need not wait for long
    String uri = server.uri() + "/?serverSelectionTimeoutMS=2000";
    try (MongoClient client = MongoClients.create(uri)) {
      awaitFound(client);
      MongoCollection<Document> collection = client.getDatabase("db").getCollection("c");
      collection.createIndex(
          Indexes.ascending("n"), new IndexOptions().partialFilterExpression(NOT_UPDATED));
      AtomicBoolean killed = new AtomicBoolean();
      List<CompletableFuture<Void>> writers =
          IntStream.range(0, WRITERS)
              .mapToObj(writer -> round + "." + writer)
              .map(name -> inThread(() -> write(collection, name, enough, killed)))
              .toList();
      enough.await();
      killed.set(true);
      server.kill();
      writers.forEach(CompletableFuture::join);
    }
  }

  private static CompletableFuture<Void> inThread(Runnable work) {
    return CompletableFuture.runAsync(work, task -> new Thread(task).start());
  }

  /** A server that is there may take longer to be found than one that is gone is waited for. */
  private static void awaitFound(MongoClient client) {
    await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsInstanceOf(MongoTimeoutException.class)
        .until(() -> client.getDatabase("db").runCommand(new Document("ping", 1)) != null);
  }

  /** Inserts and changes documents, and notes what was acknowledged, until the server is gone. */
  private void write(
      MongoCollection<Document> collection,
      String name,
      CountDownLatch enough,
      AtomicBoolean killed) {
    try {
      for (int batch = 0; ; batch++) {
        List<WriteModel<Document>> inserts = new ArrayList<>();
        List<WriteModel<Document>> updates = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
          String id = name + "." + batch + "." + i;
          inserts.add(new InsertOneModel<>(new Document("_id", id).append("n", 0).append("m", 0)));
          updates.add(
              new UpdateOneModel<>(
                  Filters.and(Filters.eq("_id", id), Filters.eq("n", 0)),
                  Updates.combine(Updates.inc("n", 1), Updates.inc("m", 1))));
        }
        collection.bulkWrite(inserts);
        note(name, batch, 0);
        BulkWriteResult result = collection.bulkWrite(updates);
        assertThat(result.getMatchedCount()).isEqualTo(BATCH);
        note(name, batch, 1);
        enough.countDown();
      }
    } catch (MongoException e) {
      // what this batch has done is not known, and nothing is claimed about it
      if (!killed.get()) {
        throw e;
      }
    } finally {
      LongStream.range(0, enough.getCount()).forEach(i -> enough.countDown());
    }
  }

  private void note(String name, int batch, int updates) {
    for (int i = 0; i < BATCH; i++) {
      acknowledged.put(name + "." + batch + "." + i, updates);
    }
  }

  private void check(MongoCollection<Document> collection, String where) {
    Map<String, Document> found = new ConcurrentHashMap<>();
    collection.find().forEach(document -> found.put(document.getString("_id"), document));
    Set<String> lost = new TreeSet<>();
    acknowledged.forEach(
        (id, updates) -> {
          Document document = found.get(id);
          if (document == null || document.getInteger("n") < updates) {
            lost.add(id);
          }
        });
    assertThat(lost).as(where).isEmpty();
    assertThat(collection.find(NOT_UPDATED).into(new ArrayList<>()))
        .as("%s, by the index of some", where)
        .isEqualTo(
            collection.find(new Document("$or", List.of(NOT_UPDATED))).into(new ArrayList<>()));
    assertThat(found.values())
        .as(where)
        .allMatch(document -> document.getInteger("n").equals(document.getInteger("m")));
    assertThat(collection.find(Filters.in("_id", found.keySet())).into(new ArrayList<>()))
        .as(where)
        .hasSize(found.size());
  }
}
