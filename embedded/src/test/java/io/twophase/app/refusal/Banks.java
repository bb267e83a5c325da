package io.twophase.app.refusal;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.embedded.EmbeddedServer;

/** A server for banks, each in a database of its own. */
final class Banks implements AutoCloseable {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client = MongoClients.create(server.uri());
  private int opened;

  /** One more. */
  Bank open() {
    return new Bank(client, "bank" + opened++);
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
