package io.twophase.embedded.backend;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.UpdateOptions;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.Served;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The few documents that an index is of are found without a look at the many others. */
class SecondaryIndexTest {

  /** The transcripts say what a few documents cost among many. */
  private static final int FINISHED = 30;

  private static final String FILTER = "finishedAt: null, endedAt: null, state: {$exists: true";
  private static final Document OPEN =
      Document.parse("{" + FILTER + ", $in: ['a', 'b']}, at: {$gte: 0}}");

  /** The same question in a form that no index serves. */
  private static final Document SCANNED = new Document("$or", List.of(OPEN));

  @TempDir Path directory;
  private Served served;
  private MongoCollection<Document> records;

  private void open() {
    served = Served.in(directory);
    records = served.database.getCollection("records");
  }

  @AfterEach
  void close() {
    served.close();
  }

  private void reopen() {
    close();
    open();
  }

  private void fill() {
    open();
    records.insertMany(
        IntStream.range(0, FINISHED).mapToObj(id -> open(id).append("finishedAt", 1)).toList());
  }

  private static Document open(int id) {
    return new Document("_id", id)
        .append("state", id % 2 == 0 ? "a" : "b")
        .append("at", -id % 7 + 7);
  }

  private void createIndex() {
    records.createIndex(
        new Document("state", 1).append("at", 1),
        new IndexOptions()
            .name("open")
            .partialFilterExpression(Document.parse("{" + FILTER + "}}")));
  }

  @Test
  void anyWritesLeaveInTheIndexWhatAScanFinds() {
    long seed = Seed.next("SecondaryIndexTest");
    Random random = new Random(seed);
    fill();
    createIndex();
    for (int round = 0; round < 300; round++) {
      int id = FINISHED - 20 + random.nextInt(40);
      switch (random.nextInt(5)) {
        case 0 -> records.deleteOne(eq("_id", id));
        case 1 -> records.updateOne(eq("_id", id), set("finishedAt", "now"));
        case 2 -> records.updateOne(eq("_id", id), unset("finishedAt"));
        case 3 ->
            records.updateMany(eq("at", id % 7), set("state", random.nextBoolean() ? "a" : 1));
        default ->
            records.updateOne(
                eq("_id", id), set("at", id), new UpdateOptions().upsert(random.nextBoolean()));
      }
      if (round % 100 == 99) {
        reopen();
      }
      assertThat(records.find(OPEN).batchSize(3).into(new ArrayList<>()))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(records.find(SCANNED).into(new ArrayList<>()));
    }
  }
}
