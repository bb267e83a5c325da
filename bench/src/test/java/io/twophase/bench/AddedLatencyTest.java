package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.twophase.embedded.EmbeddedServer;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands take longer; those that wait for a majority by as much as is added to them. */
class AddedLatencyTest {

  private static final Duration LATENCY = Duration.ofMillis(50);
  private static final Duration MAJORITY = Duration.ofSeconds(2);

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final BenchDatabases databases = new BenchDatabases(server.uri(), () -> {});
  private final MongoClient client =
      databases.connect(List.of(new AddedLatency(LATENCY, MAJORITY)));
  private final MongoCollection<Document> things =
      client.getDatabase("test").getCollection("things");

  @AfterEach
  void close() {
    client.close();
    databases.close();
    server.close();
  }

  private static Duration took(Runnable work) {
    long began = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Test
  void eachCommandTakesTheLatencyAndOnlyWhoAsksForAMajorityWaitsForIt() {
    things.insertOne(new Document());

    assertThat(took(() -> things.withWriteConcern(WriteConcern.MAJORITY).insertOne(new Document())))
        .isGreaterThanOrEqualTo(LATENCY.plus(MAJORITY));
    assertThat(
            took(
                () -> {
                  things.withWriteConcern(WriteConcern.W1).insertOne(new Document());
                  things.find().first();
                }))
        .isBetween(LATENCY.multipliedBy(2), MAJORITY);
  }
}
