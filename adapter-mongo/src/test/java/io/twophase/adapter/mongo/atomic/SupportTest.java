package io.twophase.adapter.mongo.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.server.Hello;
import io.twophase.adapter.mongo.servertransaction.Laxity;
import io.twophase.adapter.mongo.servertransaction.SeemingTransactionServer;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.Servers;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether a store has atomic batches is tried, never believed. */
class SupportTest {

  private static final MongoStoreSettings SETTINGS =
      MongoStoreSettings.defaults().withProbe(false).withServerTransactions(true);

  @Test
  void aServerThatHasTransactionsIsTriedOnce() {
    try (TransactionServer server = TransactionServer.start();
        MongoClient client = MongoClients.create(server.uri())) {
      MongoDatabase bank = client.getDatabase("bank");
      assertThat(MongoStore.using(client, "bank", SETTINGS).atomicBatches()).isNotEmpty();
      assertThat(bank.getCollection("twophase_probe").find())
          .extracting(mark -> mark.get("_id"))
          .containsExactly("transactions");
      assertThat(MongoStore.using(client, "bank", SETTINGS).atomicBatches()).isNotEmpty();
    }
  }

  @Test
  void oneThatOnlySeemsToHaveThemIsFoundOut() {
    try (SeemingTransactionServer server = SeemingTransactionServer.start();
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(MongoStore.using(client, "bank", SETTINGS).atomicBatches()).isEmpty();
      assertThat(client.getDatabase("bank").getCollection("twophase_probe").countDocuments())
          .isZero();
    }
  }

  @Test
  void oneThatIsAloneIsNotAsked() {
    try (MongoClient client = MongoClients.create(Servers.inProcessUri())) {
      assertThat(MongoStore.using(client, "alone", SETTINGS).atomicBatches()).isEmpty();
      assertThat(client.getDatabase("alone").getCollection("twophase_probe").countDocuments())
          .isZero();
      client.getDatabase("alone").drop();
    }
  }

  @Test
  void theyAreOffUnlessASettingTurnsThemOn() {
    MongoStoreSettings off = MongoStoreSettings.defaults().withProbe(false);
    try (TransactionServer server = TransactionServer.start();
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(MongoStore.using(client, "bank", off).atomicBatches()).isEmpty();
      assertThat(client.getDatabase("bank").getCollection("twophase_probe").countDocuments())
          .isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneThatLetsOthersBesideAnOpenTransactionIsFoundOut(Laxity laxity) {
    try (TransactionServer server = TransactionServer.start(laxity);
        MongoClient client = MongoClients.create(server.uri())) {
      assertThat(MongoStore.using(client, "bank", SETTINGS).atomicBatches()).isEmpty();
      assertThat(client.getDatabase("bank").getCollection("twophase_probe").countDocuments())
          .isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{setName: 'rs0', logicalSessionTimeoutMinutes: 30}                   | true",
        "{msg: 'isdbgrid', setName: 'x', logicalSessionTimeoutMinutes: 30}    | false",
        "{msg: 'isdbgrid', logicalSessionTimeoutMinutes: 30}                  | false",
        "{setName: 'rs0'}                                                     | false",
        "{logicalSessionTimeoutMinutes: 30}                                   | false",
      })
  void helloExcludesWhatCannotHaveThem(String hello, boolean isTried) {
    assertThat(TransactionTrial.excluded(new Hello(BsonDocument.parse(hello))).isEmpty())
        .isEqualTo(isTried);
  }
}
