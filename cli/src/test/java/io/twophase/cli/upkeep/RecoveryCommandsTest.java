package io.twophase.cli.upkeep;

import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.OtherProcess;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands cancel, reverse, recover and scrub. */
class RecoveryCommandsTest {

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void openAccounts() {
    store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "100");
    CommandRun.on(store, "account", "open", "B");
    plant();
  }

  /** A transaction that a dead process left pending, and a hold that nobody has a record of. */
  private void plant() {
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoStore mongo = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
      new OtherProcess(mongo)
          .begin(transfer("left", "A", "B", usd("10")))
          .hold(transfer("lost", "A", "B", usd("5")));
    }
  }

  @Test
  void recoverFinishesWhatIsStuckAndSaysSo() {
    assertThat(CommandRun.on(store, "recover", "--older-than", "30m").out())
        .isEqualTo("nothing is stuck" + System.lineSeparator());
    assertThat(CommandRun.on(store, "recover", "--application", "somebody").out())
        .contains("nothing is stuck");
    CommandRun ran = CommandRun.on(store, "recover");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("transaction left  done  was pending");
    assertThat(balance("B")).isEqualTo("10.00");
    assertThat(CommandRun.on(store, "--json", "recover").json().get("recovered")).isEmpty();
  }

  @Test
  void recoverMayCancelInstead() {
    CommandRun ran = CommandRun.on(store, "--json", "recover", "--policy", "cancel");

    assertThat(ran.json().get("recovered").get(0).get("result").asText()).isEqualTo("canceled");
    assertThat(
            CommandRun.on(store, "--json", "tx", "show", "left")
                .json()
                .get("reason")
                .get("kind")
                .asText())
        .isEqualTo("CanceledByRecovery");
  }

  @Test
  void whatIsWrongWithRecoverIsBadInput() {
    assertThat(CommandRun.on(store, "recover", "--policy", "hope").err())
        .contains("'hope' is neither");
    assertThat(CommandRun.on(store, "recover", "--older-than", "soon").complaints())
        .singleElement()
        .asString()
        .contains("'soon' is not a duration such as 30m");
  }

  @Test
  void cancelIsTheSameAnswerAgainAndTooLateForWhatIsDone() {
    CommandRun first = CommandRun.on(store, "--json", "cancel", "left", "--reason", "mistake");
    CommandRun again = CommandRun.on(store, "--json", "cancel", "left", "--reason", "other");
    CommandRun.on(store, "transfer", "A", "B", "1", "--id", "done");

    assertThat(first.exitCode()).isZero();
    assertThat(first.json().get("reason").get("message").asText())
        .isEqualTo("canceled on request: mistake");
    assertThat(again).isEqualTo(first);
    assertThat(CommandRun.on(store, "cancel", "done").complaints())
        .containsExactly(
            "twophase: transaction done is done, too late to cancel; to move it back: twophase"
                + " --store '"
                + store
                + "' reverse 'done'");
    assertThat(CommandRun.on(store, "cancel", "none").exitCode()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void reverseMovesBackOnceAndSaysWhenFundsAreWanting() {
    CommandRun.on(store, "transfer", "A", "B", "20", "--id", "done");
    CommandRun.on(store, "transfer", "B", "A", "15", "--id", "spent");

    CommandRun refused = CommandRun.on(store, "reverse", "done");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.complaints())
        .singleElement()
        .asString()
        .contains("5.00 USD available", "can be asked again");
    CommandRun.on(store, "reverse", "spent");
    CommandRun reversed =
        CommandRun.on(store, "--json", "reverse", "done", "--reason", "sent twice");
    assertThat(reversed.json().get("reversal").asText()).isEqualTo("done:reversal:2");
    assertThat(balance("B")).isEqualTo("0.00");
    assertThat(
            CommandRun.on(store, "--json", "tx", "show", "done:reversal:2")
                .json()
                .get("note")
                .asText())
        .isEqualTo("sent twice");
    assertThat(CommandRun.on(store, "reverse", "left").complaints())
        .containsExactly(
            "twophase: transaction left is pending, nothing has moved: twophase --store '"
                + store
                + "' cancel 'left'");
  }

  @Test
  void scrubReleasesProvenOrphansAndAuditIsCleanThen() {
    CommandRun.on(store, "recover");
    CommandRun audit = CommandRun.on(store, "audit");
    assertThat(audit.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(audit.out())
        .contains("HoldWithoutRecord A: holds a debit of 5.00 USD for lost, no record");

    CommandRun scrub = CommandRun.on(store, "scrub");

    assertThat(scrub.exitCode()).isZero();
    assertThat(scrub.out()).contains("account A  debit of 5.00 USD for transaction lost  released");
    assertThat(CommandRun.on(store, "--json", "scrub").json().get("orphans")).isEmpty();
    assertThat(CommandRun.on(store, "audit").exitCode()).isZero();
    assertThat(CommandRun.on(store, "tx", "show", "lost").out()).contains("never begun");
    assertThat(CommandRun.on(store, "tx", "list").exitCode()).isZero();
  }

  private String balance(String id) {
    return CommandRun.on(store, "--json", "account", "show", id).json().get("balance").asText();
  }
}
