package io.twophase.adapter.mongo.servertransaction;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.domain.testing.Scenes.Scene;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A replica set of several members shows documents as MongoDB's manual says. Document 1 has the
 * number n, which is 0 at first, as a majority has it; a read shows n.
 */
class ReplicationTest {

  private static final long SEED = 7;

  /** More commands than a scene sends. */
  private static final int LONG = 1_000_000_000;

  private TransactionServer server;
  private MongoClient client;
  private MongoCollection<Document> things;
  private ClientSession session;
  private CompletableFuture<Integer> waiting;

  @BeforeEach
  void start() {
    start(new Replication(SEED, LONG, 0, 0), "majority");
  }

  private void start(Replication replication, String concern) {
    server = TransactionServer.start(replication);
    client = MongoClients.create(server.replicaSetUri());
    things = client.getDatabase("test").getCollection("things");
    session = client.startSession();
    insert(1, concern);
  }

  @AfterEach
  void close() {
    session.close();
    client.close();
    server.close();
  }

  @ScenesOf("replication.txt")
  void isShownAsItIsWritten(Scene scene) {
    Verbs verbs = new Verbs(this);
    scene.play(
        step -> {
          try {
            return verbs.apply(step);
          } catch (MongoException refused) {
            throw new IllegalStateException(refused.getMessage(), refused);
          }
        });
  }

  void lagging() {
    close();
    start(Replication.lagging(SEED), "majority");
  }

  /** Each wait for a majority runs out of time. */
  void unanswered() {
    close();
    start(new Replication(SEED, LONG, 0, 1), "");
  }

  private MongoCollection<Document> by(String concern) {
    return concern.isEmpty() ? things : things.withWriteConcern(new WriteConcern(concern));
  }

  void insert(int id, String concern) {
    by(concern).insertOne(new Document("_id", id).append("n", 0));
  }

  void increment(String concern) {
    by(concern).updateOne(eq(1), inc("n", 1));
  }

  /** An update by majority of a document that has the number matches so many. */
  long guarded(int number) {
    return by("majority").updateOne(eq("n", number), set("n", 9)).getMatchedCount();
  }

  void delete() {
    things.deleteOne(eq(1));
  }

  long count() {
    return things.countDocuments();
  }

  private int shown(ReadConcern concern) {
    Document found = things.withReadConcern(concern).find(eq(1)).first();
    return found == null ? -1 : found.getInteger("n");
  }

  int majority() {
    return shown(ReadConcern.MAJORITY);
  }

  int local() {
    return shown(ReadConcern.LOCAL);
  }

  int linearizable() {
    return shown(ReadConcern.LINEARIZABLE);
  }

  /** Majority reads show the write before so many of them were sent as it may lag behind. */
  boolean catches() {
    int reads = 0;
    while (majority() == 0) {
      reads++;
    }
    return reads < Replication.lagging(SEED).lag();
  }

  void failOver(int writes) {
    server.failOver(writes);
  }

  long waits() {
    return server.unanswered();
  }

  int read() {
    return things
        .withReadConcern(ReadConcern.MAJORITY)
        .find(session, eq(1))
        .first()
        .getInteger("n");
  }

  void begin() {
    session.startTransaction();
  }

  void write(int id) {
    things.updateOne(session, eq(id), inc("n", 1));
  }

  void commit() {
    session.commitTransaction();
  }

  /** A retryable write of the session, by its number. */
  void retry(long number, String concern) {
    Document increment = new Document("q", eq(1)).append("u", inc("n", 1));
    Document command =
        new Document("update", "things")
            .append("updates", List.of(increment))
            .append("txnNumber", number);
    if (!concern.isEmpty()) {
      command.append("writeConcern", new Document("w", concern));
    }
    client.getDatabase("test").runCommand(session, command);
  }

  /** A command increments 1, and then waits to increment 2. */
  void stall() {
    waiting =
        CompletableFuture.supplyAsync(
            () ->
                by("majority")
                    .bulkWrite(
                        List.of(
                            new UpdateOneModel<>(eq(1), inc("n", 1)),
                            new UpdateOneModel<>(eq(2), inc("n", 1))))
                    .getModifiedCount());
    await().until(() -> local() == 1);
  }

  int waited() {
    return waiting.join();
  }
}
