package io.twophase.embedded;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The embedded server passes the probe, which the command line leaves out there: who reaches it by
 * a {@code mongodb://} URI has it probed.
 */
class EmbeddedProbeTest {

  @TempDir Path folder;

  @Test
  void theEmbeddedServerPassesTheProbe() {
    try (EmbeddedServer server = EmbeddedServer.open(folder, 0)) {
      assertThatCode(() -> MongoStore.open(server.uri(), MongoStoreSettings.defaults()).close())
          .doesNotThrowAnyException();
    }
  }
}
