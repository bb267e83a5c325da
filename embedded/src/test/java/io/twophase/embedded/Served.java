package io.twophase.embedded;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.bson.Document;

/** A server in this process, with a client of it. */
public final class Served implements AutoCloseable {

  public final EmbeddedServer server;
  public final MongoClient client;
  public final MongoDatabase database;
  public final MongoCollection<Document> documents;

  private Served(EmbeddedServer server) {
    this.server = server;
    this.client = MongoClients.create(server.uri());
    this.database = client.getDatabase("db");
    this.documents = database.getCollection("c");
  }

  /** Over a store that is gone when it is closed. */
  public static Served inMemory() {
    return new Served(EmbeddedServer.inMemory(0));
  }

  public static Served in(Path directory) {
    return new Served(EmbeddedServer.open(directory, 0));
  }

  /** Opens the directory, works on the database, and closes it. */
  public static void with(Path directory, Consumer<MongoDatabase> work) {
    try (Served served = in(directory)) {
      work.accept(served.database);
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
