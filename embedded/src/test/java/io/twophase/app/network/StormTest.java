package io.twophase.app.network;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import io.twophase.app.network.storm.Outages;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The bad network on servers that do not fail. */
class StormTest {

  /**
   * On mongo-java-server, in this process; a replica set of it that fails has a storm of its own.
   */
  @Nested
  @Tag("deep")
  class InProcess extends StormContract {
    @Override
    StormServer stormServer() {
      MongoServer server = new MongoServer(new MemoryBackend());
      closing(server::shutdownNow);
      return StormServer.on(server.bindAndGetConnectionString());
    }
  }

  /** On a server that tells what each write of a bulk came to, as MongoDB 8 does. */
  @Nested
  class ClientBulkWrite extends StormContract {
    @Override
    StormServer stormServer() {
      MongoServer server = ClientBulkWriteServer.start();
      closing(server::shutdownNow);
      return StormServer.on(server.bindAndGetConnectionString());
    }
  }

  /** On the embedded server. */
  @Nested
  class Embedded extends StormContract {
    @TempDir Path folder;

    @Override
    StormServer stormServer() {
      EmbeddedServer server = EmbeddedServer.open(folder, 0);
      closing(server::close);
      return StormServer.on(server.uri());
    }
  }

  /** Every other document of a kind is on a second server; each is killed and cut off in turn. */
  @Nested
  @Tag("deep")
  class TwoClusters extends StormContract {
    @TempDir Path folder;

    TwoClusters() {
      super(150, 250);
    }

    @Override
    StormServer stormServer() throws IOException {
      Outages outages = new Outages(folder, Seed.next("Outages"));
      closing(outages::close);
      return outages.stormServer();
    }
  }

  /** On the server that is given, if it is one process and asks for no login. */
  @Nested
  @EnabledIfSystemProperty(
      named = "mongodb.uri",
      matches = "mongodb://[^@,]+",
      disabledReason = "no server of one process given: -Dmongodb.uri=mongodb://host:port")
  class Given extends StormContract {
    @Override
    StormServer stormServer() {
      return StormServer.on(System.getProperty("mongodb.uri"));
    }
  }
}
