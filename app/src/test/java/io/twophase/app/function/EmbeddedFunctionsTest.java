package io.twophase.app.function;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Functions, on the embedded server")
class EmbeddedFunctionsTest extends FunctionsContract {

  private static EmbeddedServer server;
  private static MongoClient client;
  private static int databases;

  @BeforeAll
  static void start() {
    server = EmbeddedServer.inMemory(0);
    client = MongoClients.create(server.uri());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Override
  Store fresh() {
    return MongoStore.using(
        client, "functions" + databases++, MongoStoreSettings.defaults().withProbe(false));
  }
}
