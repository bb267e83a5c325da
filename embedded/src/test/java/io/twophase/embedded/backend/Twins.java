package io.twophase.embedded.backend;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.embedded.Served;
import org.bson.Document;

/** A collection of the embedded server, and one of the library's own server. */
final class Twins implements AutoCloseable {

  private final MongoServer theirs = new MongoServer(new MemoryBackend());
  private final MongoClient client = MongoClients.create(theirs.bindAndGetConnectionString());

  final Served ours = Served.inMemory();
  final MongoCollection<Document> embedded = ours.documents;
  final MongoCollection<Document> library = client.getDatabase("db").getCollection("c");

  @Override
  public void close() {
    client.close();
    theirs.shutdownNow();
    ours.close();
  }
}
