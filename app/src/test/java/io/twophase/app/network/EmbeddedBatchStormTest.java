package io.twophase.app.network;

import io.twophase.app.network.storm.StormServer;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** On the embedded server. */
class EmbeddedBatchStormTest extends BatchStormContract {

  @TempDir Path folder;
  private EmbeddedServer server;

  @BeforeEach
  void open() {
    server = EmbeddedServer.open(folder, 0);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Override
  StormServer stormServer() {
    return StormServer.on(server.uri());
  }
}
