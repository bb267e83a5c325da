package io.twophase.app.transfer;

import static io.twophase.app.TwoPhase.document;
import static io.twophase.app.TwoPhase.money;
import static io.twophase.app.TwoPhase.transaction;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.TwoPhase;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.embedded.EmbeddedServer;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A transaction that older releases cannot read, in a database that they have used. */
class VersionNotAllowedTest {

  private static final int EACH = 40;

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client = MongoClients.create(server.uri());
  private MongoStore store;
  private TwoPhase twophase;

  @BeforeEach
  void anOlderReleaseHasBeenHere() {
    client
        .getDatabase("bank")
        .getCollection("accounts")
        .insertOne(Document.parse("{_id: 'old', balance: 0, v: 1}"));
    store = MongoStore.using(client, "bank", MongoStoreSettings.defaults());
    twophase = TwoPhase.over(store).build();
    store
        .accounts()
        .open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
  }

  @AfterEach
  void close() {
    twophase.close();
    store.close();
    client.close();
    server.close();
  }

  private static TransactionRequest insertion(int number) {
    return transaction("insert-" + number).insert(document("orders", "o" + number), Map.of("n", 1));
  }

  private static TransactionOutcome refused(int number) {
    return new TransactionOutcome.Refused(
        insertion(number).id(), new Refusal.VersionNotAllowed(), true, false, Option.none());
  }

  private long orders() {
    return client.getDatabase("bank").getCollection("orders").countDocuments();
  }

  @Test
  @DisplayName("is refused as a value, stores nothing, and happens under its id once it is allowed")
  void refused() {
    assertThat(twophase.run(insertion(1))).isEqualTo(refused(1));

    assertThat(twophase.transactions().find(insertion(1).id()))
        .isInstanceOf(TransactionLookup.Absent.class);
    assertThat(orders()).isZero();
    store.allowVersion2();
    assertThat(twophase.run(insertion(1)).isApplied()).isTrue();
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  @DisplayName("says what was written, and what allows it")
  void message() {
    assertThat(new Refusal.VersionNotAllowed().message())
        .isEqualTo(
            "its record would be of the form v: 2 or v: 3, which older releases cannot read and this store"
                + " does not allow yet; nothing was written. When no process is of an older release"
                + " any more, MongoStore.allowVersion2() or the command store allow-version2 allows"
                + " it, and the same can be asked again");
  }

  @Test
  @DisplayName("is refused alone: the transfers that share its batch are applied")
  void ofABatch() {
    List<CompletableFuture<TransactionOutcome>> transfers = new ArrayList<>();
    List<CompletableFuture<TransactionOutcome>> insertions = new ArrayList<>();
    for (int number = 0; number < EACH; number++) {
      transfers.add(
          twophase
              .transfers()
              .submit(
                  new TransferRequest(
                      TwoPhase.transactionId("pay-" + number),
                      accountId("A"),
                      accountId("B"),
                      money("1", "USD"))));
      insertions.add(twophase.transfers().submit(insertion(number)));
    }

    assertThat(transfers)
        .extracting(CompletableFuture::join)
        .allMatch(TransactionOutcome::isApplied);
    for (int number = 0; number < EACH; number++) {
      assertThat(insertions.get(number).join()).isEqualTo(refused(number));
    }
    assertThat(orders()).isZero();
    assertThat(twophase.audit().run().findings()).extracting("id").containsOnly("old");
  }
}
