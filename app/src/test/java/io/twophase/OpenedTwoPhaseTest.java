package io.twophase;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.set;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.TwoPhase.transfer;
import static io.twophase.TwoPhase.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.State;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One resource, opened by a URI, with recovery and the store in it. */
class OpenedTwoPhaseTest {

  @TempDir Path folder;

  private static void payAnOrder(TwoPhase twophase) {
    twophase.accounts().open(account("customer"), money("100.00", "USD"));
    twophase.accounts().open(account("shop"), money("0.00", "USD"));
    twophase.run(transaction("new-7").insert(document("orders", 7), Map.of("status", "UnPaid")));
    twophase.run(
        transaction("pay-7")
            .debit(account("customer"), money("19.99", "USD"))
            .credit(account("shop"), money("19.99", "USD"))
            .change(document("orders", 7), where("status").is("UnPaid"), set("status", "Paid")));
  }

  private static State state(TwoPhase twophase, String id) {
    return ((TransactionLookup.Found) twophase.transactions().find(transactionId(id)))
        .record()
        .state();
  }

  @Test
  void inMemoryAnOrderIsPaid() {
    try (TwoPhase twophase = TwoPhase.inMemory()) {
      payAnOrder(twophase);

      assertThat(state(twophase, "pay-7")).isEqualTo(State.DONE);
    }
  }

  @Test
  void anEmbeddedStoreKeepsWhatWasDone() {
    String uri = "embedded:" + folder.resolve("data");
    try (TwoPhase first = TwoPhase.open(uri)) {
      payAnOrder(first);
    }

    // the first one has closed the directory
    try (TwoPhase again = TwoPhase.open(uri)) {
      assertThat(state(again, "pay-7")).isEqualTo(State.DONE);
    }
  }

  @Test
  void recoveryGoesRoundInThisProcess() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      String uri = server.uri() + "/bank";
      try (MongoStore store = MongoStore.open(uri, MongoStoreSettings.defaults())) {
        store
            .records()
            .insert(
                List.of(
                    NewRecord.alone(
                        transfer("pay-7", "A", "B", money("1.00", "USD")).transaction().get(),
                        new Owner(Fixtures.application("dead"), Fixtures.token("dead")))));
      }

      try (TwoPhase twophase =
          TwoPhase.at(uri)
              .recoveryEvery(Duration.ofMillis(50))
              .settings(settingsThatTakeOverAtOnce())
              .build()) {
        await().until(() -> state(twophase, "pay-7") == State.CANCELED);
      }
    }
  }

  private static TwoPhaseSettings settingsThatTakeOverAtOnce() {
    TwoPhaseSettings settings = TwoPhase.settings("shop");
    return new TwoPhaseSettings(
        settings.engine().withStuckAfter(Duration.ZERO), settings.queue(), settings.heartbeat());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bank", "jdbc:postgresql://bank", "memory", "embedded:"})
  void aUriThatNobodyOpensIsRefused(String uri) {
    assertThatThrownBy(() -> TwoPhase.open(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no adapter on the class path opens");
  }
}
