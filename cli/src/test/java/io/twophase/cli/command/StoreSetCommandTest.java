package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.cli.testing.CommandRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lasts is set by a command of its own, and by no option of another. */
class StoreSetCommandTest {

  @TempDir Path folder;

  private static JsonNode shown(String store) {
    return CommandRun.on(store, "--json", "store", "show").succeeds().json();
  }

  @Test
  void aServersPeriodAndItsIndexesAreSetAndShownAndReadsLeaveThem() {
    MongoServer server = new MongoServer(new MemoryBackend());
    String store = server.bindAndGetConnectionString() + "/bank";
    try (MongoClient client = MongoClients.create(store)) {
      CommandRun.on(store, "account", "open", "A");
      CommandRun.on(store, "store", "set", "--retain", "2d", "--account-index").succeeds();
      List<Document> before = indexes(client);

      JsonNode shown = shown(store);
      assertThat(shown.get("retain").asText()).isEqualTo("2d");
      assertThat(shown.get("retainBy").asText()).isEqualTo("server");
      assertThat(shown.get("accountIndex").asBoolean()).isTrue();
      assertThat(shown.get("referenceIndex").asBoolean()).isFalse();
      CommandRun.on(store, "account", "list");
      assertThat(indexes(client)).isEqualTo(before);
    } finally {
      server.shutdownNow();
    }
  }

  private static List<Document> indexes(MongoClient client) {
    return client
        .getDatabase("bank")
        .getCollection("transactions")
        .listIndexes()
        .into(new ArrayList<>());
  }
}
