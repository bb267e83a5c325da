package io.twophase.app.network;

import de.bwaldvogel.mongo.MongoServer;
import io.twophase.adapter.mongo.TellingServer;
import org.junit.jupiter.api.AfterEach;

/** On a server that tells what each write of a bulk came to, as MongoDB 8 does. */
class TellingStormTest extends StormContract {

  private final MongoServer server = TellingServer.start();

  @AfterEach
  void close() {
    server.shutdownNow();
  }

  @Override
  Place place() {
    return Place.on(server.bindAndGetConnectionString());
  }
}
