package io.twophase.embedded.backend;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.Served;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The few documents that an index is of are found without a look at the many others. */
class SecondaryIndexTest {

  private static final int FINISHED = 1_000;
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

  /** As it is answered by a sort, by batches and by a count; in each way at the same cost. */
  private void assertFound(int read, Object... ids) {
    long before = served.server.documentsRead();
    assertThat(ids(OPEN)).containsExactly(ids);
    assertThat(served.server.documentsRead() - before).isEqualTo(read);
    assertThat(records.find(OPEN).sort(Sorts.ascending("at", "_id")).skip(1).limit(7))
        .hasSize(Math.max(0, Math.min(ids.length - 1, 7)));
    assertThat(records.distinct("_id", OPEN, Integer.class)).hasSize(ids.length);
    assertThat(served.server.documentsRead() - before).isEqualTo(3L * read);
    assertThat(ids(SCANNED)).containsExactly(ids);
  }

  private List<Object> ids(Bson query) {
    return records.find(query).map(one -> one.get("_id")).into(new ArrayList<>());
  }

  @Test
  void anIndexOfWhatIsThereIsKeptUpByEveryKindOfWriteAndIsThereAfterARestart() {
    fill();
    records.updateOne(eq("_id", 10), unset("finishedAt"));
    createIndex();
    assertFound(1, 10);
    records.insertMany(List.of(open(2_000), open(2_001), open(2_002).append("endedAt", 1)));
    records.updateOne(eq("_id", 20), unset("finishedAt"));
    records.updateMany(eq("_id", 2_000), set("note", "still open"));
    assertFound(4, 10, 20, 2_000, 2_001);
    reopen();
    assertThat(served.server.documentsRead()).isLessThan(100);
    assertFound(4, 10, 20, 2_000, 2_001);
    records.updateOne(eq("_id", 10), set("finishedAt", "now"));
    records.findOneAndUpdate(eq("_id", 2_001), set("finishedAt", 1L));
    records.findOneAndReplace(eq("_id", 2_002), open(0).append("_id", 2_002));
    records.deleteOne(eq("_id", 20));
    records.updateOne(eq("_id", 3_000), set("state", "b"), new UpdateOptions().upsert(true));
    // the last has no date, and so is read in vain
    assertFound(3, 2_000, 2_002);
    records.deleteMany(OPEN);
    records.deleteOne(eq("_id", 3_000));
    assertFound(0);
    reopen();
    assertFound(0);
  }

  @Test
  void anIndexOfNoneIsNotFilledAnewByEveryOpening() {
    fill();
    createIndex();
    reopen();
    assertThat(served.server.documentsRead()).isLessThan(100);
    assertFound(0);
  }

  @Test
  void whatDoesNotAskForTheFilterIsLookedForEverywhere() {
    fill();
    createIndex();
    records.insertOne(open(2_000));
    assertThat(ids(Document.parse("{state: {$exists: true}}"))).hasSize(FINISHED + 1);
    assertThat(ids(Document.parse("{finishedAt: 1, endedAt: null, state: {$exists: true}}")))
        .hasSize(FINISHED);
    assertThat(ids(Document.parse("{endedAt: null, state: {$exists: false}}"))).isEmpty();
    assertThat(ids(Document.parse("{" + FILTER + ", $ne: 'a'}}"))).isEmpty();
  }

  /**
   * So a page is read on by what has the date of its last one, and a pass of numbering asks for
   * what was decided since one moment and before another.
   */
  @Test
  void whatAsksForTheFilterAmongOtherConditionsIsServed() {
    fill();
    createIndex();
    records.createIndex(
        new Document("at", 1),
        new IndexOptions()
            .partialFilterExpression(Document.parse("{at: {$gt: 0}, finishedAt: null}")));
    records.insertOne(open(2_000));
    long before = served.server.documentsRead();

    assertThat(ids(new Document("$and", List.of(OPEN, Document.parse("{_id: {$gte: 0}}")))))
        .containsExactly(2_000);
    assertThat(ids(Document.parse("{at: {$gt: 0, $lt: 9}, finishedAt: null}")))
        .containsExactly(2_000);
    assertThat(served.server.documentsRead() - before).isEqualTo(2);
  }

  @Test
  void anIndexGoesWithItsCollectionAndCanBeMadeAgain() {
    fill();
    createIndex();
    records.insertOne(open(2_000));
    records.renameCollection(new MongoNamespace("db", "others"));
    records = served.database.getCollection("others");
    assertFound(1, 2_000);
    records.dropIndex("open");
    records.insertOne(open(2_001));
    createIndex();
    assertFound(2, 2_000, 2_001);
    records.drop();
    records.insertOne(open(1));
    createIndex();
    assertFound(1, 1);
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
