package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes over the wire is counted. */
class WireCounterTest {

  private final TransactionServer server = TransactionServer.start();
  private final BenchDatabases databases = new BenchDatabases(server.uri(), () -> {});
  private final WireCounter counter = new WireCounter();
  private final MongoClient client = databases.connect(List.of(counter));
  private final MongoCollection<Document> things =
      client
          .getDatabase("test")
          .getCollection("things")
          .withWriteConcern(WriteConcern.ACKNOWLEDGED);

  @AfterEach
  void close() {
    client.close();
    databases.close();
    server.close();
  }

  @Test
  void whatIsInsertedChangedAndRemovedIsCounted() {
    assertCounted(3, () -> things.insertMany(List.of(thing(1), thing(2), thing(3))));
    assertCounted(2, () -> things.updateMany(Filters.gte("_id", 2), Updates.inc("n", 1)));
    assertCounted(2, () -> things.bulkWrite(List.of(increment(1), increment(2), increment(9))));
    assertCounted(1, () -> things.findOneAndUpdate(Filters.eq("_id", 3), Updates.inc("n", 1)));
    assertCounted(1, () -> things.deleteOne(Filters.eq("_id", 3)));
    assertCounted(
        1,
        () ->
            things.updateOne(
                Filters.eq("_id", 9), Updates.inc("n", 1), new UpdateOptions().upsert(true)));
  }

  @Test
  void whatMatchesNothingOrChangesNothingIsACommandAndNoWrite() {
    things.insertOne(thing(1));

    assertCounted(0, () -> things.updateOne(Filters.eq("_id", 9), Updates.inc("n", 1)));
    assertCounted(0, () -> things.updateOne(Filters.eq("_id", 1), Updates.set("n", 0)));
    assertCounted(0, () -> things.findOneAndUpdate(Filters.eq("_id", 9), Updates.inc("n", 1)));
    assertCounted(0, () -> things.find().first());
  }

  @Test
  void whoAsksForAMajorityWaitsForIt() {
    assertThat(inserted(WriteConcern.MAJORITY, thing(1)).majorityWaits()).isEqualTo(1);
    assertThat(inserted(WriteConcern.W2, thing(2)).majorityWaits()).isEqualTo(1);
    assertThat(inserted(WriteConcern.W1, thing(3)).majorityWaits()).isZero();
  }

  @Test
  void theBytesAreThoseOfTheCommand() {
    long small = inserted(WriteConcern.W1, thing(1)).bytes();
    long larger = inserted(WriteConcern.W1, thing(2).append("text", "x".repeat(1_000))).bytes();

    // a type, the name and its end, the length of the text, the text and its end
    assertThat(larger - small).isEqualTo(1 + 5 + 4 + 1_000 + 1);
  }

  @Test
  void aTransactionOfTheServerIsItsWritesAndTheCommit() {
    things.insertOne(thing(2));
    WireCounter.Count counted =
        counted(
            () -> {
              try (ClientSession session = client.startSession()) {
                session.startTransaction();
                things.insertOne(session, thing(1));
                things.updateOne(session, Filters.eq("_id", 1), Updates.inc("n", 1));
                session.commitTransaction();
              }
            });

    assertThat(counted.commands()).isEqualTo(3);
    assertThat(counted.writes()).isEqualTo(2);
  }

  private WireCounter.Count inserted(WriteConcern concern, Document thing) {
    return counted(() -> things.withWriteConcern(concern).insertOne(thing));
  }

  private void assertCounted(long writes, Runnable command) {
    WireCounter.Count counted = counted(command);
    assertThat(counted.commands()).isEqualTo(1);
    assertThat(counted.writes()).isEqualTo(writes);
  }

  private WireCounter.Count counted(Runnable work) {
    WireCounter.Count before = counter.count();
    work.run();
    return counter.count().since(before);
  }

  private static Document thing(int id) {
    return new Document("_id", id).append("n", 0);
  }

  private static UpdateOneModel<Document> increment(int id) {
    return new UpdateOneModel<>(Filters.eq("_id", id), Updates.inc("n", 1));
  }
}
