package io.twophase.cli.transaction;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.NewRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A transfer that another process is at for longer than this one waits. */
class UnknownOutcomeTest {

  @Test
  void namesTheTransferAndTheCommandThatResolvesItOnTheSameStore() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
        store
            .transactions()
            .begin(
                List.of(
                    new NewRecord.Begun(
                        transfer("t", "A", "B", usd("5")), application("other"), token("other"))));
      }

      CommandRun ran = CommandRun.on(server.uri(), "transfer", "A", "B", "5", "--id", "t");

      assertThat(ran.exitCode()).isEqualTo(ExitCode.UNKNOWN);
      assertThat(ran.complaints())
          .singleElement()
          .asString()
          .startsWith("twophase: transfer t: the outcome is not known")
          .contains(
              "if no other process is at work on it, first: twophase --store '"
                  + server.uri()
                  + "' recover --older-than 0s; then ")
          .endsWith("twophase --store '" + server.uri() + "' transfer 'A' 'B' 5 --id 't'");
    }
  }
}
