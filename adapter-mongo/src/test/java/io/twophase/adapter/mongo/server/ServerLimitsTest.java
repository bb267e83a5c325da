package io.twophase.adapter.mongo.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ServerLimitsTest {

  @Test
  void aServersWordIsTaken() {
    ServerLimits limits =
        limits("{maxWriteBatchSize: 100000, maxMessageSizeBytes: 48000000, maxWireVersion: 25}");

    assertThat(limits).isEqualTo(new ServerLimits(100_000, 48_000_000, 25));
    assertThat(limits.hasClientBulkWrite()).isTrue();
    assertThat(new ServerLimits(1, 1, 24).hasClientBulkWrite()).isFalse();
  }

  @Test
  void ofOneThatSaysNothingLittleIsAsked() {
    assertThat(limits("{maxWriteBatchSize: 0, maxWireVersion: 'x'}")).isEqualTo(ServerLimits.LEAST);
  }

  private static ServerLimits limits(String hello) {
    return new Hello(BsonDocument.parse(hello)).limits();
  }

  @Test
  void batchesKeepToItsLimits() {
    ServerLimits limits = new ServerLimits(3, 400, 0);

    assertThat(limits.batches(Collections.nCopies(7, 1), weight -> weight))
        .extracting(List::size)
        .containsExactly(3, 3, 1);
    assertThat(limits.batches(List.of(60, 60, 60), weight -> weight))
        .extracting(List::size)
        .containsExactly(1, 1, 1);
    assertThat(limits.batches(List.of(40, 60, 1), weight -> weight))
        .extracting(List::size)
        .containsExactly(2, 1);
  }
}
