package io.twophase.cli.command;

import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.WireCommand;
import io.twophase.adapter.mongo.network.WireMessage;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.OtherProcess;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.embedded.EmbeddedServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A transfer that another process is at for longer than this one waits; the tests wait
 * concurrently.
 */
@Execution(ExecutionMode.CONCURRENT)
class UnknownOutcomeTest {

  private static final String IMPATIENT =
      "/?serverSelectionTimeoutMS=5000&connectTimeoutMS=5000&socketTimeoutMS=5000";

  /** As where a disk stalls: the store has decided, and answers nothing from then on. */
  @Test
  void aStoreThatIsLostAfterTheDecisionIsNotSaidToHaveBeenSentNothing() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      CommandRun.on(server.uri(), "account", "open", "A", "--balance", "5");
      CommandRun.on(server.uri(), "account", "open", "B");
      CommandRun.on(server.uri(), "authorize", "A", "B", "1", "--id", "held");

      // beside each other, for each waits for what is not answered
      CompletableFuture<Void> capturing =
          CompletableFuture.runAsync(() -> assertUnknown(server, "capture", "capture", "held"));
      assertUnknown(
          server, "transfer 'A' 'B' '2' --id 't'", "transfer", "A", "B", "2", "--id", "t");
      capturing.get();
    }
  }

  private static void assertUnknown(EmbeddedServer server, String again, String... command) {
    AtomicBoolean isDecided = new AtomicBoolean();
    Route lostAfterTheDecision =
        (request, upstream) -> {
          if (isDecided.get()) {
            return Optional.empty();
          }
          WireMessage answer = upstream.ask(request);
          isDecided.set(
              WireCommand.of(request).changes().toString().contains("\"state\": \"applied\""));
          return Optional.of(answer);
        };
    try (Proxy proxy = Proxy.before(server.address(), lostAfterTheDecision)) {
      CommandRun ran = CommandRun.on(proxy.uri() + IMPATIENT, command);

      assertThat(isDecided).as(ran.err()).isTrue();
      ran.failsWith(ExitCode.UNKNOWN).contains(again);
    }
  }

  @Test
  void namesTheTransferAndTheCommandThatResolvesItOnTheSameStore() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
        new OtherProcess(store).begin(transfer("t", "A", "B", usd("5")));
      }

      CommandRun.on(
              server.uri(),
              "transfer",
              "A",
              "B",
              "5",
              "--id",
              "t",
              "--reference",
              "it's 7",
              "--metadata",
              "who=Ann B",
              "--metadata",
              "at=x=y")
          .failsWith(ExitCode.UNKNOWN)
          .startsWith("twophase: transfer t: the outcome is not known")
          .contains(
              "if no other process is at work on it, first: twophase --store '"
                  + server.uri()
                  + "' recover --older-than 0s; then ")
          .endsWith(
              "twophase --store '"
                  + server.uri()
                  + "' transfer 'A' 'B' '5' --id 't' --reference 'it'\\''s 7'"
                  + " --metadata 'who=Ann B' --metadata 'at=x=y'");
    }
  }

  @Test
  void soDoesAnAuthorization() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      AuthorizationTerms week = new AuthorizationTerms(Duration.ofDays(7));
      try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
        new OtherProcess(store).begin(transfer("t", "A", "B", usd("5")).authorizedUnder(week));
      }

      CommandRun ran =
          CommandRun.on(server.uri(), "authorize", "A", "B", "5", "--id", "t", "--expires", "7d");

      assertThat(ran.out()).isEmpty();
      ran.failsWith(ExitCode.UNKNOWN)
          .endsWith(server.uri() + "' authorize 'A' 'B' '5' --id 't' --expires 7d");
    }
  }
}
