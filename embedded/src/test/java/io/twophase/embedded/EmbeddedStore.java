package io.twophase.embedded;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.embedded.storage.Modes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An embedded server in a directory of its own, with fresh databases. */
final class EmbeddedStore implements AfterAllCallback {

  private final Path directory = temporary();
  private final EmbeddedServer server = EmbeddedServer.open(directory, 0);
  private final MongoClient client = MongoClients.create(server.uri());

  /** A fresh database for each test that asks for one. */
  FreshDatabase databases() {
    return new FreshDatabase(() -> client, "embedded");
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (context.getRequiredTestClass().isMemberClass()) {
      return;
    }
    client.close();
    server.close();
    Modes.deleteTree(directory);
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("twophase");
    } catch (IOException fault) {
      throw new IllegalStateException(fault);
    }
  }
}
