package io.twophase.app.network;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.app.network.storm.StormServer;
import org.junit.jupiter.api.AfterEach;

/** On mongo-java-server, in this process. */
class InProcessBatchStormTest extends BatchStormContract {

  private final MongoServer server = new MongoServer(new MemoryBackend());

  @AfterEach
  void close() {
    server.shutdownNow();
  }

  @Override
  StormServer stormServer() {
    return StormServer.on(server.bindAndGetConnectionString());
  }
}
