package io.twophase;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.TwoPhase.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.Owner;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One resource, opened by a URI, with recovery and the store in it. */
class OpenedTwoPhaseTest {

  @TempDir Path folder;

  private static void pay(TwoPhase twophase) {
    twophase.accounts().open(account("A"), money("100.00", "USD"));
    twophase.accounts().open(account("B"), money("0.00", "USD"));
    twophase.transfers().transfer(transfer("pay-7", "A", "B", money("19.99", "USD")));
  }

  private static Transaction payment(TwoPhase twophase) {
    return ((TransactionLookup.Found) twophase.transactions().find(transactionId("pay-7")))
        .record();
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
        await().until(() -> payment(twophase).state() == State.CANCELED);
      }
    }
  }

  private static TwoPhaseSettings settingsThatTakeOverAtOnce() {
    TwoPhaseSettings settings = TwoPhase.settings("shop");
    return new TwoPhaseSettings(
        settings.engine().withStuckAfter(Duration.ZERO), settings.queue(), settings.heartbeat());
  }

  @Test
  void whatIsOpenedIsClosedIfTheRestFails() throws IOException {
    within(
        PlantedProviders.loader(folder),
        () ->
            assertThatThrownBy(() -> TwoPhase.open("unusable:"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("unusable"));

    assertThat(PlantedProviders.OPEN).hasValue(0);
  }

  @Test
  void aBrokenProviderIsNamedIfNoOtherOneOpensTheUri() throws IOException {
    within(
        PlantedProviders.loader(folder),
        () ->
            assertThatThrownBy(() -> TwoPhase.open("jdbc:h2"))
                .satisfies(
                    refusal ->
                        assertThat(refusal.getSuppressed()[0])
                            .hasMessageContaining("PlantedProviders$Broken")));
  }

  @Test
  void aThreadWhoseContextHasNoAdapterFindsThoseOfTwophase() {
    within(
        ClassLoader.getPlatformClassLoader(),
        () -> {
          try (TwoPhase twophase = TwoPhase.inMemory()) {
            assertThat(twophase.counters()).isNotNull();
          }
        });
  }

  private static void within(ClassLoader context, Runnable work) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(context);
    try {
      work.run();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void recordsNameTheApplication() {
    try (TwoPhase twophase = TwoPhase.open("memory:", "billing")) {
      pay(twophase);

      assertThat(payment(twophase).application()).contains(Fixtures.application("billing"));
    }
    try (TwoPhase twophase = TwoPhase.inMemory()) {
      pay(twophase);

      assertThat(payment(twophase).application()).contains(Fixtures.application("twophase"));
    }
  }

  @Test
  void recoveryOverAStoreOfTheHostIsTheHosts() {
    TwoPhase.Builder builder = TwoPhase.over(InMemoryStore.create(Clock.systemUTC()));

    assertThatThrownBy(() -> builder.recoveryEvery(Duration.ofSeconds(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("RecoveryDaemon");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0009S", "P36526D"})
  void recoveryHasTheBoundsOfTheDaemon(String pause) {
    TwoPhase.Builder builder = TwoPhase.at("memory:");

    assertThatThrownBy(() -> builder.recoveryEvery(Duration.parse(pause)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a millisecond at least");
  }

  @Test
  void aDatabaseOfAnEmbeddedStoreIsNamed() {
    String uri = "EMBEDDED:" + folder.resolve("data");
    try (TwoPhase bank = TwoPhase.open(uri + "?database=bank&durable=true")) {
      pay(bank);
    }

    assertThatThrownBy(() -> TwoPhase.open(uri))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has no accounts in its database 'twophase', but in 'bank'");
    try (TwoPhase bank = TwoPhase.open(uri + "?database=bank")) {
      assertThat(payment(bank).state()).isEqualTo(State.DONE);
    }
  }

  @Test
  void aDirectoryThatIsInUseIsAFaultOfTheStore() {
    String uri = "embedded:" + folder.resolve("data");
    try (TwoPhase first = TwoPhase.open(uri)) {
      assertThat(first.counters()).isNotNull();
      assertThatThrownBy(() -> TwoPhase.open(uri))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("is in use");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          embedded:                | names no directory
          Embedded:?durable=true   | names no directory
          embedded:data?fast=true  | has the option 'fast=true'
          memory:x                 | memory: and nothing behind it
          mongodb:bank             | no MongoDB connection string
          MONGODB://db/bank?w=1    | w=1
          """)
  void aProviderSaysWhatIsWrongWithItsUri(String uri, String said) {
    assertThatThrownBy(() -> TwoPhase.open(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bank", "memory", "p@ss:word", "jdbc:postgresql://secret"})
  void aUriThatNobodyOpensIsRefusedAndNotShown(String uri) {
    assertThatThrownBy(() -> TwoPhase.open(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "no adapter on the class path opens (\"jdbc:\"|a text that begins with no scheme):"
                + " mongodb: is of .*");
  }
}
