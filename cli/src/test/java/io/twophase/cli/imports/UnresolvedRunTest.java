package io.twophase.cli.imports;

import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.OtherProcess;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A run whose store does not say what became of it")
class UnresolvedRunTest {

  private static final String LINES =
      """
      {"id": "t1", "operations": [{"debit": "A", "amount": "1"}, {"credit": "B", "amount": "1"}]}
      {"id": "t2", "operations": [{"debit": "A", "amount": "2"}, {"credit": "B", "amount": "2"}]}
      {"id": "t3", "operations": [{"debit": "A", "amount": "3"}, {"credit": "B", "amount": "3"}]}
      """;

  @TempDir Path folder;

  @Test
  @DisplayName("names the transaction and what resolves it, and asks for none behind it")
  void unknown() throws IOException {
    String file = Files.writeString(folder.resolve("some.jsonl"), LINES).toString();
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      String uri = server.uri();
      CommandRun.on(uri, "account", "open", "A", "--balance", "10");
      CommandRun.on(uri, "account", "open", "B");
      anotherProcessIsAt("t2", uri);

      CommandRun ran = CommandRun.on(uri, "run", file);

      assertThat(ran.exitCode()).isEqualTo(ExitCode.UNKNOWN);
      assertThat(ran.out())
          .isEqualTo(
              """
              t1  done
              t2  unknown
              3 transactions: 1 done, 1 unknown, 1 not asked
              """);
      assertThat(ran.complaints())
          .containsExactly(
              "twophase: transaction t2: the outcome is not known: it is pending, and another"
                  + " process may be at work on it",
              "twophase: if no other process is at work on it, first: twophase --store '"
                  + uri
                  + "' recover --older-than 0s; then to resolve it: the same run again",
              "twophase: 1 transaction after that not asked; to go on: the same run again");
      assertThat(CommandRun.on(uri, "tx", "show", "t3").exitCode()).isEqualTo(ExitCode.REFUSED);

      assertThat(CommandRun.on(uri, "recover", "--older-than", "0s").exitCode()).isZero();
      CommandRun again = CommandRun.on(uri, "run", file);
      assertThat(again.exitCode()).as(again.err()).isZero();
      assertThat(again.out()).endsWith("\n3 transactions: 3 done\n");
      assertThat(CommandRun.on(uri, "account", "show", "B").out())
          .contains("balance          6.00");
    }
  }

  private static void anotherProcessIsAt(String transaction, String uri) {
    try (MongoStore store = MongoStore.open(uri, MongoStoreSettings.defaults())) {
      new OtherProcess(store).begin(transfer(transaction, "A", "B", usd("2")));
    }
  }
}
