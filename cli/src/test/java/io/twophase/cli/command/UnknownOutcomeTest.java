package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.WireCommand;
import io.twophase.adapter.mongo.network.WireMessage;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A store that is lost behind a decision: no transcript can lose it at that moment. */
@Execution(ExecutionMode.CONCURRENT)
class UnknownOutcomeTest {

  private static final String IMPATIENT =
      "/?serverSelectionTimeoutMS=2500&connectTimeoutMS=2500&socketTimeoutMS=2500";

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
}
