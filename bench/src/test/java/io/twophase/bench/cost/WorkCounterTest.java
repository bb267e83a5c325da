package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.bench.server.Target;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counts are of the documents as they were, and as they are. */
class WorkCounterTest {

  private final TransactionServer server = TransactionServer.start();
  private final MongoClient beside = Target.of(server.uri()).connect();
  private final WorkCounter counter =
      new WorkCounter(beside, command -> command.containsKey("ignored"));
  private final MongoClient client = Target.of(server.uri()).connect(List.of(counter));
  private final MongoCollection<BsonDocument> things =
      client
          .getDatabase("test")
          .getCollection("things", BsonDocument.class)
          .withWriteConcern(WriteConcern.ACKNOWLEDGED);

  @BeforeEach
  void index() {
    MongoCollection<?> direct = beside.getDatabase("test").getCollection("things");
    direct.createIndex(Indexes.ascending("state", "at"));
    direct.createIndex(
        Indexes.ascending("_id", "status"),
        new IndexOptions().partialFilterExpression(Filters.exists("holds.0")));
  }

  @AfterEach
  void close() {
    client.close();
    beside.close();
    server.close();
  }

  private static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  private static long size(String json) {
    return new RawBsonDocument(doc(json), new BsonDocumentCodec()).getByteBuffer().remaining();
  }

  private Work counted(Runnable work) {
    Work before = counter.work();
    work.run();
    return counter.work().since(before);
  }

  private static Work of(long roundTrips, long writes, long bytes) {
    return Work.NONE
        .and(Charge.ROUND_TRIP, roundTrips)
        .and(Charge.DOCUMENT_WRITE, writes)
        .and(Charge.BYTE_WRITTEN, bytes);
  }

  @Test
  void anInsertIsItsBytesAndItsKeys() {
    String one = "{_id: 1, state: 'open', at: 5}";
    String two = "{_id: 2, state: 'open', at: 5, holds: [1]}";

    assertThat(counted(() -> things.insertMany(List.of(doc(one), doc(two)))))
        .isEqualTo(
            of(1, 2, size(one) + size(two)).and(Charge.INSERT, 2).and(Charge.INSERTED_KEY, 3));
  }

  @Test
  void aConditionOfNullIsMetWhereThereIsNoField() {
    MongoCollection<?> direct = beside.getDatabase("test").getCollection("records");
    direct.createIndex(
        Indexes.ascending("at"),
        new IndexOptions().partialFilterExpression(Filters.eq("finishedAt", null)));
    MongoCollection<BsonDocument> records =
        client.getDatabase("test").getCollection("records", BsonDocument.class);

    Work begun = counted(() -> records.insertOne(doc("{_id: 1, at: 5}")));
    Work moved = counted(() -> records.updateOne(Filters.eq("_id", 1), Updates.set("at", 6)));
    Work finished =
        counted(() -> records.updateOne(Filters.eq("_id", 1), Updates.set("finishedAt", 7)));

    assertThat(begun.of(Charge.INSERTED_KEY)).isEqualTo(1);
    assertThat(moved.of(Charge.CHANGED_KEY)).isEqualTo(2);
    assertThat(finished.of(Charge.CHANGED_KEY)).isEqualTo(1);
  }

  @Test
  void anInsertThatIsRefusedIsNone() {
    things.insertOne(doc("{_id: 1}"));

    assertThat(
            counted(
                () ->
                    assertThatThrownBy(
                            () ->
                                things.insertMany(
                                    List.of(doc("{_id: 3}"), doc("{_id: 1}"), doc("{_id: 4}"))))
                        .isInstanceOf(MongoBulkWriteException.class)))
        .isEqualTo(of(1, 1, size("{_id: 3}")).and(Charge.INSERT, 1).and(Charge.INSERTED_KEY, 1));
  }

  @Test
  void anUpdateIsTheWholeDocumentAndTheKeysThatChange() {
    things.insertOne(doc("{_id: 1, state: 'open', at: 5, holds: [1, 2]}"));

    assertThat(
            counted(
                () ->
                    things.updateOne(
                        Filters.and(
                            Filters.eq("_id", 1),
                            Filters.eq("state", "open"),
                            Filters.gte("at", 1)),
                        Updates.combine(Updates.set("state", "done"), Updates.pull("holds", 1)))))
        .isEqualTo(
            of(1, 1, size("{_id: 1, state: 'done', at: 5, holds: [2]}"))
                .and(Charge.UPDATE, 1)
                .and(Charge.PLANNED_UPDATE, 1)
                .and(Charge.PREDICATE, 2)
                .and(Charge.ARRAY_ELEMENT, 2)
                .and(Charge.ARRAY_CHANGE, 1)
                .and(Charge.CHANGED_KEY, 2));
    // the last hold: the document leaves the partial index
    assertThat(counted(() -> things.updateOne(Filters.eq("_id", 1), Updates.pull("holds", 2))))
        .isEqualTo(
            of(1, 1, size("{_id: 1, state: 'done', at: 5, holds: []}"))
                .and(Charge.UPDATE, 1)
                .and(Charge.ARRAY_ELEMENT, 1)
                .and(Charge.ARRAY_CHANGE, 1)
                .and(Charge.CHANGED_KEY, 1));
  }

  @Test
  void whatMatchesNothingIsLookedAtAndNotWritten() {
    things.insertOne(doc("{_id: 1, at: 5}"));

    assertThat(
            counted(
                () ->
                    things.updateOne(
                        Filters.and(Filters.eq("_id", 1), Filters.eq("at", 6)),
                        Updates.push("holds", 1))))
        .isEqualTo(
            of(1, 0, 0)
                .and(Charge.UPDATE, 1)
                .and(Charge.PLANNED_UPDATE, 1)
                .and(Charge.PREDICATE, 1));
    assertThat(counted(() -> things.find(Filters.eq("_id", 1)).first())).isEqualTo(of(1, 0, 0));
  }

  @Test
  void ofABulkOnlyThoseThatChangeSomethingCount() {
    things.insertMany(List.of(doc("{_id: 1, at: 5}"), doc("{_id: 2, at: 5}")));

    Work work =
        counted(
            () ->
                things.bulkWrite(
                    Stream.of(1, 2, 9)
                        .map(
                            id ->
                                new UpdateOneModel<BsonDocument>(
                                    Filters.eq("_id", id), Updates.max("at", id + 4)))
                        .toList()));

    assertThat(work)
        .isEqualTo(
            of(1, 1, size("{_id: 2, at: 6}")).and(Charge.UPDATE, 3).and(Charge.CHANGED_KEY, 2));
  }

  @Test
  void upsertsAndRemovals() {
    assertThat(
            counted(
                () ->
                    things.updateOne(
                        Filters.eq("_id", 1),
                        Updates.set("at", 5),
                        new UpdateOptions().upsert(true))))
        .isEqualTo(
            of(1, 1, size("{_id: 1, at: 5}"))
                .and(Charge.UPDATE, 1)
                .and(Charge.INSERT, 1)
                .and(Charge.INSERTED_KEY, 1));
    assertThat(counted(() -> things.findOneAndUpdate(Filters.eq("at", 5), Updates.inc("at", 1))))
        .isEqualTo(
            of(1, 1, size("{_id: 1, at: 6}"))
                .and(Charge.UPDATE, 1)
                .and(Charge.PLANNED_UPDATE, 1)
                .and(Charge.PREDICATE, 1)
                .and(Charge.CHANGED_KEY, 2));
    assertThat(counted(() -> things.deleteOne(Filters.eq("_id", 1))))
        .isEqualTo(of(1, 1, 0).and(Charge.UPDATE, 1).and(Charge.CHANGED_KEY, 1));
  }

  @Test
  void whoAsksForAMajorityWaitsForIt() {
    assertThat(
            counted(() -> things.withWriteConcern(WriteConcern.MAJORITY).insertOne(doc("{_id: 1}")))
                .of(Charge.MAJORITY_WAIT))
        .isEqualTo(1);
    assertThat(
            counted(() -> things.withWriteConcern(WriteConcern.W1).insertOne(doc("{_id: 2}")))
                .of(Charge.MAJORITY_WAIT))
        .isZero();
    assertThat(
            counted(() -> things.withWriteConcern(WriteConcern.W2).insertOne(doc("{_id: 3}")))
                .of(Charge.MAJORITY_WAIT))
        .isEqualTo(1);
  }

  @Test
  void aTransactionOfTheServerIsCountedWithItsCommit() {
    things.insertOne(doc("{_id: 1, at: 5}"));
    String line = "{_id: 2, at: 7}";
    Work work =
        counted(
            () -> {
              try (ClientSession session = client.startSession()) {
                session.startTransaction();
                things.updateOne(session, Filters.eq("_id", 1), Updates.inc("at", 1));
                things.insertOne(session, doc(line));
                session.commitTransaction();
              }
            });

    assertThat(work)
        .isEqualTo(
            of(3, 2, size("{_id: 1, at: 6}") + size(line))
                .and(Charge.UPDATE, 1)
                .and(Charge.INSERT, 1)
                .and(Charge.INSERTED_KEY, 1)
                .and(Charge.CHANGED_KEY, 2));
  }

  @Test
  void anAbortedTransactionHasWrittenNoBytes() {
    things.insertOne(doc("{_id: 1, at: 5}"));
    Work work =
        counted(
            () -> {
              try (ClientSession session = client.startSession()) {
                session.startTransaction();
                things.updateOne(session, Filters.eq("_id", 1), Updates.inc("at", 1));
                session.abortTransaction();
              }
            });

    assertThat(work).isEqualTo(of(2, 1, 0).and(Charge.UPDATE, 1));
  }

  /** As a server keeps a write waiting until the transaction that has its document is committed. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aCommandIsSentWhileTheServerKeepsAnotherWaiting() throws Exception {
    CountDownLatch firstIsSent = new CountDownLatch(1);
    CountDownLatch secondIsSent = new CountDownLatch(1);
    CommandListener keeping =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            if (event.getCommand().containsKey("updates")) {
              String update = event.getCommand().getArray("updates").toString();
              if (update.contains("waits")) {
                firstIsSent.countDown();
                awaited(secondIsSent);
              } else {
                secondIsSent.countDown();
              }
            }
          }
        };
    things.insertMany(List.of(doc("{_id: 1, at: 5}"), doc("{_id: 2, at: 5}")));
    Work before = counter.work();
    Work both;
    try (MongoClient client = Target.of(server.uri()).connect(List.of(counter, keeping))) {
      MongoCollection<?> same = client.getDatabase("test").getCollection("things");
      CompletableFuture<?> first =
          CompletableFuture.runAsync(
              () -> same.updateOne(Filters.eq("_id", 1), Updates.set("waits", true)));
      awaited(firstIsSent);
      same.updateMany(Filters.in("_id", 1, 2), Updates.inc("at", 1));
      first.get();
      both = counter.work().since(before);
    }

    assertThat(both)
        .returns(2L, work -> work.of(Charge.ROUND_TRIP))
        .returns(3L, work -> work.of(Charge.DOCUMENT_WRITE))
        .returns(4L, work -> work.of(Charge.CHANGED_KEY));
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void whatIsIgnoredIsNotCounted() {
    assertThat(
            counted(
                () ->
                    client
                        .getDatabase("test")
                        .runCommand(new Document("ping", 1).append("ignored", true))))
        .isEqualTo(Work.NONE);
  }
}
