package io.twophase.adapter.mongo.servertransaction;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoWriteConcernException;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a replica set of several members shows, by MongoDB's manual. */
class ReplicationTest {

  private static final long SEED = 7;

  /** More commands than a test sends. */
  private static final int LONG = 1_000_000_000;

  private static final Document ONE_MORE = new Document("n", 1);

  private TransactionServer server = TransactionServer.start(new Replication(SEED, LONG, 0, 0));
  private MongoClient client = MongoClients.create(server.replicaSetUri());
  private MongoCollection<Document> things = things();

  private MongoCollection<Document> things() {
    return client.getDatabase("test").getCollection("things");
  }

  @BeforeEach
  void plant() {
    byMajority().insertOne(new Document("_id", 1).append("n", 0));
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private MongoCollection<Document> byMajority() {
    return things.withWriteConcern(WriteConcern.MAJORITY);
  }

  private int shown(ReadConcern concern) {
    Document found = things.withReadConcern(concern).find(eq(1)).first();
    return found == null ? -1 : found.getInteger("n");
  }

  @Test
  void aMajorityReadShowsAWriteOnceAMajorityHasIt() {
    things.updateOne(eq(1), inc("n", 1));
    assertThat(shown(ReadConcern.MAJORITY)).isZero();
    assertThat(shown(ReadConcern.LOCAL)).isEqualTo(1);

    byMajority().insertOne(new Document("_id", 2));

    assertThat(shown(ReadConcern.MAJORITY)).isEqualTo(1);
  }

  @Test
  void aMajorityHasAWriteSomeCommandsLater() {
    close();
    server = TransactionServer.start(Replication.lagging(SEED));
    client = MongoClients.create(server.replicaSetUri());
    things = things();
    plant();
    things.updateOne(eq(1), inc("n", 1));

    int reads = 0;
    while (shown(ReadConcern.MAJORITY) == 0) {
      reads++;
    }
    assertThat(reads).isLessThan(Replication.lagging(SEED).lag());
  }

  @Test
  void aLinearizableReadShowsAllAndWaitsForAMajority() {
    things.updateOne(eq(1), inc("n", 1));

    assertThat(shown(ReadConcern.LINEARIZABLE)).isEqualTo(1);
    assertThat(shown(ReadConcern.MAJORITY)).isEqualTo(1);
  }

  @Test
  void aFailoverUndoesWhatNoMajorityHas() {
    things.updateOne(eq(1), inc("n", 1));
    things.insertOne(new Document("_id", 2));
    things.deleteOne(eq(1));

    server.failOver(0);

    assertThat(shown(ReadConcern.LOCAL)).isZero();
    assertThat(things.countDocuments()).isEqualTo(1);
  }

  @Test
  void aNewPrimaryHasWhatAMajorityHasAndShowsItLater() {
    byMajority().updateOne(eq(1), inc("n", 1));
    byMajority().updateOne(eq(1), inc("n", 1));

    server.failOver(2);

    assertThat(shown(ReadConcern.MAJORITY)).isZero();
    assertThat(shown(ReadConcern.LOCAL)).isEqualTo(2);
    assertThat(byMajority().updateOne(eq("n", 1), set("n", 9)).getMatchedCount()).isZero();
    assertThat(shown(ReadConcern.MAJORITY)).isEqualTo(2);
  }

  @Test
  void aReadOfACausallyConsistentSessionShowsNoOlderStateAfterAFailover() {
    byMajority().updateOne(eq(1), inc("n", 1));
    MongoCollection<Document> ofMajority = things.withReadConcern(ReadConcern.MAJORITY);
    try (ClientSession session = client.startSession()) {
      assertThat(ofMajority.find(session, eq(1)).first()).containsEntry("n", 1);
      server.failOver(1);
      assertThat(shown(ReadConcern.MAJORITY)).isZero();

      assertThat(ofMajority.find(session, eq(1)).first()).containsEntry("n", 1);
    }
  }

  @Test
  void aFailoverEndsOpenTransactions() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateOne(session, eq(1), inc("n", 1));
      server.failOver(0);

      assertThatThrownBy(session::commitTransaction).hasMessageContaining("NoSuchTransaction");
    }
    assertThat(shown(ReadConcern.LOCAL)).isZero();
  }

  private static Document increment(long number) {
    return new Document("update", "things")
        .append(
            "updates",
            List.of(new Document("q", eq(1)).append("u", new Document("$inc", ONE_MORE))))
        .append("txnNumber", number);
  }

  /** A failover rolls the server's memory of a retryable write back with the write. */
  @Test
  void aWriteThatAFailoverUndidIsMadeAnewWhenTheDriverRepeatsIt() {
    try (ClientSession session = client.startSession()) {
      client.getDatabase("test").runCommand(session, increment(100));
      client.getDatabase("test").runCommand(session, increment(100));
      assertThat(shown(ReadConcern.LOCAL)).isEqualTo(1);

      server.failOver(0);
      assertThat(shown(ReadConcern.LOCAL)).isZero();
      client.getDatabase("test").runCommand(session, increment(100));
    }
    assertThat(shown(ReadConcern.LOCAL)).isEqualTo(1);
  }

  /** The network may deliver a write again when the session has long gone on. */
  @Test
  void aWriteThatAMajorityHasIsNotMadeAgainAfterAFailover() {
    Document byMajority = new Document("w", "majority");
    try (ClientSession session = client.startSession()) {
      for (long number : List.of(98L, 99L)) {
        client
            .getDatabase("test")
            .runCommand(session, increment(number).append("writeConcern", byMajority));
      }
      client.getDatabase("test").runCommand(session, increment(100));
      server.failOver(0);

      assertThatThrownBy(() -> client.getDatabase("test").runCommand(session, increment(98)))
          .hasMessageContaining("TransactionTooOld");
      client.getDatabase("test").runCommand(session, increment(99));
    }
    assertThat(shown(ReadConcern.LOCAL)).isEqualTo(2);
  }

  /** The command has made its first write, and waits for a transaction to make its second. */
  @Test
  void aFailoverInterruptsACommandThatWaits() {
    byMajority().insertOne(new Document("_id", 2));
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateOne(session, eq(2), inc("n", 1));
      CompletableFuture<BulkWriteResult> waiting =
          CompletableFuture.supplyAsync(
              () ->
                  byMajority()
                      .bulkWrite(
                          List.of(
                              new UpdateOneModel<>(eq(1), inc("n", 1)),
                              new UpdateOneModel<>(eq(2), inc("n", 1)))));
      await().until(() -> shown(ReadConcern.LOCAL) == 1);

      server.failOver(0);

      assertThat(waiting.join().getModifiedCount()).isEqualTo(2);
    }
    assertThat(shown(ReadConcern.LOCAL)).isEqualTo(1);
  }

  @Test
  void aCommitThatAFailoverUndidIsRefusedWhenTheDriverRepeatsIt() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateOne(session, eq(1), inc("n", 1));
      session.commitTransaction();
      server.failOver(0);

      assertThatThrownBy(session::commitTransaction).hasMessageContaining("NoSuchTransaction");
    }
  }

  @Test
  void aTransactionThatCommittedIsShownAndStays() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.updateOne(session, eq(1), inc("n", 1));
      session.commitTransaction();
    }
    assertThat(shown(ReadConcern.MAJORITY)).isZero();
    byMajority().updateOne(eq(2), inc("n", 1));
    server.failOver(0);

    assertThat(shown(ReadConcern.MAJORITY)).isEqualTo(1);
  }

  @Test
  void aWaitThatRunsOutOfTimeLeavesTheWriteDone() {
    close();
    server = TransactionServer.start(new Replication(SEED, LONG, 0, 1));
    client = MongoClients.create(server.replicaSetUri());
    things = things();
    things.insertOne(new Document("_id", 1).append("n", 0));

    assertThatThrownBy(() -> byMajority().updateOne(eq(1), inc("n", 1)))
        .isInstanceOf(MongoWriteConcernException.class);

    assertThat(shown(ReadConcern.LOCAL)).isEqualTo(1);
    assertThat(shown(ReadConcern.MAJORITY)).isEqualTo(-1);
    assertThat(server.unanswered()).isEqualTo(1);
  }
}
