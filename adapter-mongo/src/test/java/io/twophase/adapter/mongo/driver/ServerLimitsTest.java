package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ServerLimitsTest {

  @Test
  void aServersWordIsTaken() {
    Server.Limits limits =
        limits("{maxWriteBatchSize: 100000, maxMessageSizeBytes: 48000000, maxWireVersion: 25}");

    assertThat(limits).isEqualTo(new Server.Limits(100_000, 48_000_000, 25));
    assertThat(limits.hasClientBulkWrite()).isTrue();
    assertThat(new Server.Limits(1, 1, 24).hasClientBulkWrite()).isFalse();
  }

  @Test
  void ofOneThatSaysNothingLittleIsAsked() {
    assertThat(limits("{maxWriteBatchSize: 0, maxWireVersion: 'x'}"))
        .isEqualTo(Server.Limits.LEAST);
  }

  private static Server.Limits limits(String hello) {
    return new Hello(BsonDocument.parse(hello)).limits();
  }

  @Test
  void batchesKeepToItsLimits() {
    Server server =
        new Server(
            new DriverErrors("MongoDB"),
            new Server.Limits(3, 400, 0),
            Optional.empty(),
            Duration.ofSeconds(1));

    assertThat(server.batches(Collections.nCopies(7, 1), Collections.nCopies(7, 1)))
        .extracting(List::size)
        .containsExactly(3, 3, 1);
    assertThat(server.batches(List.of(60, 600, 60), List.of(60, 600, 60)))
        .extracting(List::size)
        .containsExactly(1, 1, 1);
    assertThat(server.batches(List.of(40, 60, 1), List.of(40, 60, 1)))
        .extracting(List::size)
        .containsExactly(2, 1);
  }
}
