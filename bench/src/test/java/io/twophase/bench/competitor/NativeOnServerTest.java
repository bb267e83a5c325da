package io.twophase.bench.competitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.servertransaction.SeemingTransactionServer;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import org.junit.jupiter.api.Test;

/** The server's own transactions are measured where there are any, and nowhere else. */
class NativeOnServerTest {

  @Test
  void aServerThatHasThemIsMeasured() {
    try (TransactionServer server = TransactionServer.start();
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(NativeTransactions.missing(client, "trial")).isEmpty();
    }
  }

  @Test
  void aServerThatOnlySeemsToIsNot() {
    try (SeemingTransactionServer server = SeemingTransactionServer.start();
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(NativeTransactions.missing(client, "trial"))
          .containsExactly("the server takes transactions of its own, and does not undo them");
    }
  }
}
