package io.twophase.bench.server;

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

/** Commands that wait for a majority take longer, and no others. */
class MajorityLatencyTest {

  private static final Duration LATENCY = Duration.ofSeconds(2);

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client =
      Target.of(server.uri()).connect(List.of(new MajorityLatency(LATENCY)));
  private final MongoCollection<Document> things =
      client.getDatabase("test").getCollection("things");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static Duration took(Runnable work) {
    long began = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Test
  void onlyWhoAsksForAMajorityWaits() {
    things.insertOne(new Document());

    assertThat(took(() -> things.withWriteConcern(WriteConcern.MAJORITY).insertOne(new Document())))
        .isGreaterThanOrEqualTo(LATENCY);
    assertThat(
            took(
                () -> {
                  things.withWriteConcern(WriteConcern.W1).insertOne(new Document());
                  things.find().first();
                }))
        .isLessThan(LATENCY);
  }
}
