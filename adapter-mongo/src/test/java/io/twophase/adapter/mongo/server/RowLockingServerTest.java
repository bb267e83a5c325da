package io.twophase.adapter.mongo.server;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.inc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bulks that lock the same documents wait for each other, or lose in a circle. */
class RowLockingServerTest {

  private static final int ROUNDS = 50;
  private static final int TRIES = 50;
  private static final List<Integer> UP = IntStream.range(0, 8).boxed().toList();
  private static final List<Integer> DOWN = UP.stream().sorted(Collections.reverseOrder()).toList();

  private final RowLockingServer server = RowLockingServer.start();
  private final MongoClient client = MongoClients.create(server.uri());
  private final MongoCollection<Document> rows =
      client.getDatabase("rows").getCollection("numbers");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void insert() {
    rows.insertMany(UP.stream().map(id -> new Document("_id", id).append("n", 0L)).toList());
  }

  /** Bulks of increments of all rows; what they say that they have done, altogether. */
  private long increment(List<Integer> order) {
    return LongStream.range(0, ROUNDS).map(round -> bulk(order)).sum();
  }

  private long bulk(List<Integer> order) {
    try {
      return rows.bulkWrite(order.stream().map(RowLockingServerTest::increment).toList())
          .getMatchedCount();
    } catch (MongoBulkWriteException error) {
      assertThat(error.getWriteErrors())
          .singleElement()
          .matches(one -> one.getCode() == RowLockingServer.DEADLOCK)
          .matches(one -> one.getIndex() == error.getWriteResult().getMatchedCount());
      return error.getWriteResult().getMatchedCount();
    }
  }

  private static UpdateOneModel<Document> increment(int id) {
    return new UpdateOneModel<>(eq("_id", id), inc("n", 1L));
  }

  private long made(List<Integer> one, List<Integer> other) {
    rows.drop();
    insert();
    CompletableFuture<Long> beside = CompletableFuture.supplyAsync(() -> increment(one));
    long made = increment(other) + beside.join();
    long there = 0;
    for (Document row : rows.find()) {
      there += row.getLong("n");
    }
    assertThat(there).as("what was done is what was answered").isEqualTo(made);
    return made;
  }

  @Test
  void inOneOrderTheyWaitForEachOther() {
    assertThat(made(UP, UP)).isEqualTo(2L * ROUNDS * UP.size());
    assertThat(server.deadlocks()).isZero();
  }

  @Test
  void inOppositeOrdersTheyMeetInCircles() {
    // One may be through all its rounds before the other has begun.
    for (int tried = 0; tried < TRIES && server.deadlocks() == 0; tried++) {
      made(UP, DOWN);
    }

    assertThat(server.deadlocks()).isPositive();
  }

  @Test
  void nobodySeesHalfACommand() {
    insert();
    CompletableFuture<Long> beside = CompletableFuture.supplyAsync(() -> increment(UP));
    while (!beside.isDone()) {
      assertThat(rows.distinct("n", Long.class)).hasSize(1);
    }
    assertThat(beside.join()).isEqualTo((long) ROUNDS * UP.size());
  }

  @Test
  void anOrderedBulkStopsAtItsFirstError() {
    insert();
    rows.updateOne(eq("_id", 1), new Document("$set", new Document("n", "a text")));

    assertThat(
            catchThrowableOfType(
                    MongoBulkWriteException.class,
                    () -> rows.bulkWrite(UP.stream().map(RowLockingServerTest::increment).toList()))
                .getWriteResult()
                .getMatchedCount())
        .isEqualTo(1);
    assertThat(rows.countDocuments(eq("n", 1L))).isEqualTo(1);
  }
}
