package io.twophase.bench.competitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.embedded.EmbeddedServer;
import org.junit.jupiter.api.Test;

/** Whether a server has transactions is found by what it does, not by its name. */
class NativeTransfersTest {

  @Test
  void theEmbeddedServerRefusesThem() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(NativeTransfers.missing(new Ledger(client, "trial", 1, () -> {})))
          .get()
          .asString()
          .startsWith("the server refuses transactions of its own: ");
    }
  }

  @Test
  void aServerThatHasThemIsMeasured() {
    try (TransactionServer server = TransactionServer.start();
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(NativeTransfers.missing(new Ledger(client, "trial", 1, () -> {}))).isEmpty();
    }
  }

  @Test
  void aServerThatOnlySeemsToHaveThemIsNot() {
    try (FaultyServer server = FaultyServer.thatSeemsToHaveTransactions();
        MongoClient client = server.client("")) {
      assertThat(NativeTransfers.missing(new Ledger(client, "trial", 1, () -> {})))
          .contains("the server takes transactions of its own, and does not undo them");
    }
  }
}
