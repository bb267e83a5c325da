package io.twophase.embedded;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An embedded server in a directory of its own, with a fresh database for each that asks. */
final class EmbeddedStore implements AfterAllCallback {

  private final Path directory = temporary();
  private final EmbeddedServer server = EmbeddedServer.open(directory, 0);
  private final MongoClient client = MongoClients.create(server.uri());
  private int databases;

  MongoStore fresh() {
    return fresh(InstantSource.system());
  }

  MongoStore fresh(InstantSource clock) {
    return fresh(MongoStoreSettings.defaults().withClock(clock));
  }

  MongoStore fresh(MongoStoreSettings settings) {
    databases++;
    return MongoStore.using(client, database(), settings.withProbe(false));
  }

  /** That of the store asked for last. */
  private String database() {
    return "test" + databases;
  }

  /** Stores a document as a host does that knows nothing of the protocol. */
  void host(DocumentRef document, Fields fields) {
    BsonDocument stored = new BsonDocument("_id", Values.encode(document.id()));
    stored.putAll(Values.document(fields));
    CollectionName name = document.collection();
    client
        .getDatabase(name.database().getOrElse(this::database))
        .getCollection(name.collection(), BsonDocument.class)
        .insertOne(stored);
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (context.getRequiredTestClass().isMemberClass()) {
      return;
    }
    client.close();
    server.close();
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("twophase");
    } catch (IOException fault) {
      throw new IllegalStateException(fault);
    }
  }
}
