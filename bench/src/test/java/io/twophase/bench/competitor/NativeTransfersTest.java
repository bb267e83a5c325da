package io.twophase.bench.competitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.servertransaction.SeemingTransactionServer;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.embedded.EmbeddedServer;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Whether a server has transactions is found by what it says and does, not by its name. */
class NativeTransfersTest {

  @Test
  void whatHelloSays() {
    assertThat(NativeTransfers.missingBy(new Document("logicalSessionTimeoutMinutes", 30)))
        .get()
        .asString()
        .contains("neither a member of a replica set nor a router");
    assertThat(NativeTransfers.missingBy(new Document("setName", "rs")))
        .get()
        .asString()
        .contains("no sessions");
    assertThat(
            NativeTransfers.missingBy(
                new Document("setName", "rs").append("logicalSessionTimeoutMinutes", 30)))
        .isEmpty();
    assertThat(
            NativeTransfers.missingBy(
                new Document("msg", "isdbgrid").append("logicalSessionTimeoutMinutes", 30)))
        .isEmpty();
  }

  @Test
  void theEmbeddedServerHasNoneByWhatItSaysAndByWhatItDoes() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(NativeTransfers.missing(client, "trial"))
          .get()
          .asString()
          .contains("neither a member of a replica set nor a router");
      assertThat(NativeTransfers.tried(client, "trial"))
          .get()
          .asString()
          .startsWith("the server ")
          .contains("transactions of its own");
    }
  }

  @Test
  void aServerThatHasThemIsMeasured() {
    try (TransactionServer server = TransactionServer.start();
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(NativeTransfers.missing(client, "trial")).isEmpty();
    }
  }

  @Test
  void aServerThatOnlySeemsToHaveThemIsNot() {
    try (SeemingTransactionServer server = SeemingTransactionServer.start();
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(NativeTransfers.missing(client, "trial"))
          .contains("the server takes transactions of its own, and does not undo them");
    }
  }
}
