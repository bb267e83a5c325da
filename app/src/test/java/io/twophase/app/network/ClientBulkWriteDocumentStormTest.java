package io.twophase.app.network;

import de.bwaldvogel.mongo.MongoServer;
import io.twophase.adapter.mongo.clientbulk.ClientBulkWriteServer;
import io.twophase.app.network.storm.StormServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** On a server that tells what each write of a bulk came to, as MongoDB 8 does. */
@Tag("deep")
class ClientBulkWriteDocumentStormTest extends DocumentStormContract {

  private final MongoServer server = ClientBulkWriteServer.start();

  @AfterEach
  void close() {
    server.shutdownNow();
  }

  @Override
  StormServer stormServer() {
    return StormServer.on(server.bindAndGetConnectionString());
  }
}
