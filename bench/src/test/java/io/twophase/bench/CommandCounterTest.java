package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.twophase.bench.measure.CommandCounter;
import io.twophase.bench.measure.CommandCounter.Count;
import io.twophase.bench.server.Target;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandCounterTest {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final CommandCounter counter = new CommandCounter();
  private final MongoClient client = Target.of(server.uri()).connect(List.of(counter));
  private final MongoCollection<Document> things =
      client.getDatabase("test").getCollection("things");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void whatIsInsertedChangedAndRemovedIsCounted() {
    assertThat(counted(() -> things.insertMany(List.of(thing(1), thing(2), thing(3)))))
        .isEqualTo(new Count(1, 3));
    assertThat(counted(() -> things.updateMany(Filters.gte("_id", 2), Updates.inc("n", 1))))
        .isEqualTo(new Count(1, 2));
    assertThat(counted(() -> things.bulkWrite(List.of(increment(1), increment(2), increment(9)))))
        .isEqualTo(new Count(1, 2));
    assertThat(counted(() -> things.findOneAndUpdate(Filters.eq("_id", 3), Updates.inc("n", 1))))
        .isEqualTo(new Count(1, 1));
    assertThat(counted(() -> things.deleteOne(Filters.eq("_id", 3)))).isEqualTo(new Count(1, 1));
  }

  @Test
  void whatMatchesNothingOrChangesNothingIsACommandAndNoWrite() {
    things.insertOne(thing(1));

    assertThat(counted(() -> things.updateOne(Filters.eq("_id", 9), Updates.inc("n", 1))))
        .isEqualTo(new Count(1, 0));
    assertThat(counted(() -> things.updateOne(Filters.eq("_id", 1), Updates.set("n", 0))))
        .isEqualTo(new Count(1, 0));
    assertThat(counted(() -> things.findOneAndUpdate(Filters.eq("_id", 9), Updates.inc("n", 1))))
        .isEqualTo(new Count(1, 0));
    assertThat(counted(() -> things.find().first())).isEqualTo(new Count(1, 0));
  }

  @Test
  void anUpsertThatInsertsIsAWrite() {
    UpdateOptions upsert = new UpdateOptions().upsert(true);

    assertThat(counted(() -> things.updateOne(Filters.eq("_id", 9), Updates.inc("n", 1), upsert)))
        .isEqualTo(new Count(1, 1));
  }

  @Test
  void whatIsToBeIgnoredIsNotCounted() {
    CommandCounter ignoring = new CommandCounter(command -> command.containsKey("insert"));
    try (MongoClient listened = Target.of(server.uri()).connect(List.of(ignoring))) {
      MongoCollection<Document> same = listened.getDatabase("test").getCollection("things");

      same.insertMany(List.of(thing(1), thing(2)));
      same.updateOne(Filters.eq("_id", 1), Updates.inc("n", 1));
    }

    assertThat(ignoring.count()).isEqualTo(new Count(1, 1));
  }

  private Count counted(Runnable work) {
    Count before = counter.count();
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
