package io.twophase.cli.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command adopt. */
class AdoptCommandTest {

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void nameTheStore() {
    store = "embedded:" + folder.resolve("data");
  }

  private void tutorialHas(List<String> accounts, List<String> transactions) {
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoClient client = MongoClients.create(server.uri())) {
      MongoDatabase database = client.getDatabase("twophase");
      accounts.forEach(it -> database.getCollection("accounts").insertOne(Document.parse(it)));
      transactions.forEach(
          it -> database.getCollection("transactions").insertOne(Document.parse(it)));
    }
  }

  private void tutorialHasOneOfEach() {
    tutorialHas(
        List.of(
            "{_id: 'A', balance: 800, pendingTransactions: [2]}",
            "{_id: 'B', balance: 1100.0, pendingTransactions: []}"),
        List.of(
            "{_id: 1, source: 'A', destination: 'B', value: 100, state: 'done'}",
            "{_id: 2, source: 'A', destination: 'B', value: 100, state: 'pending'}",
            "{_id: 'three', source: 'A', destination: 'B', value: 100, state: 'initial'}",
            "{_id: 'four', source: 'A', destination: 'B', value: 7, state: 'done'}",
            "{_id: 'five', source: 'A', destination: 'B', value: 9, state: 'cancelled'}"));
  }

  @Test
  void itExplainsAndChangesNothingWithoutYes() {
    tutorialHasOneOfEach();

    CommandRun plan = CommandRun.on(store, "adopt");

    assertThat(plan.exitCode()).isZero();
    assertThat(plan.out())
        .contains("accounts of the tutorial, clean       1")
        .contains("transaction 2  pending  finish: applied where it is not")
        .contains("transaction three  initial  leave: nothing has moved")
        .contains("Stop every application that runs the tutorial's protocol")
        .contains("twophase adopt --yes");
    assertThat(CommandRun.on(store, "adopt")).isEqualTo(plan);
    assertThat(CommandRun.on(store, "adopt", "--pending", "undo").out())
        .contains("transaction 2  pending  undo: its marks are undone");
  }

  @Test
  void withYesAllIsAdoptedAndTheAuditIsClean() {
    tutorialHasOneOfEach();

    CommandRun ran = CommandRun.on(store, "adopt", "--yes", "--currency", "EUR");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("accounts adopted: 2", "did: transaction 2  pending  finish");
    CommandRun audit = CommandRun.on(store, "audit");
    assertThat(audit.out())
        .contains("balance                20.00 EUR", "opening                20.00 EUR")
        .contains("findings               1", "Stuck three: initial, unmodified for");
    assertThat(CommandRun.on(store, "tx", "show", "four").out()).contains("done");
    assertThat(CommandRun.on(store, "tx", "list").out()).contains("four", "five");
    assertThat(CommandRun.on(store, "recover").out()).contains("transaction three  done");
    assertThat(CommandRun.on(store, "audit").exitCode()).isZero();
    assertThat(CommandRun.on(store, "transfer", "A", "B", "1.00").exitCode()).isZero();
    assertThat(CommandRun.on(store, "reverse", "four").exitCode()).isZero();
    assertThat(CommandRun.on(store, "audit").exitCode()).isZero();
    assertThat(
            CommandRun.on(store, "--json", "account", "show", "A").json().get("balance").asText())
        .isEqualTo("6.07");
    assertThat(CommandRun.on(store, "adopt", "--yes").exitCode()).isZero();
  }

  @Test
  void whatIsRefusedIsNamedAndTheExitCodeSaysSo() {
    tutorialHas(
        List.of(
            "{_id: 'A', balance: 1.5, pendingTransactions: []}",
            "{_id: 'B', balance: 5, pendingTransactions: ['gone']}",
            "{_id: 'C', balance: 5, pendingTransactions: []}"),
        List.of());

    CommandRun ran = CommandRun.on(store, "--json", "adopt", "--yes");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    JsonNode left = ran.json().get("left");
    assertThat(ran.json().get("adopted").asInt()).isEqualTo(1);
    assertThat(left.get("refused").get(0).get("fault").asText())
        .isEqualTo("balance is 1.5, not an exact whole number");
    assertThat(left.get("marks").get(0).get("remedy").asText()).isEqualTo("refuse");
    assertThat(CommandRun.on(store, "--json", "adopt").json()).isEqualTo(left);
  }

  @Test
  void anAuditStillSeesWhatIsWrongAfterAdoption() {
    tutorialHasOneOfEach();
    CommandRun.on(store, "adopt", "--yes");
    CommandRun.on(store, "recover");
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoClient client = MongoClients.create(server.uri())) {
      client
          .getDatabase("twophase")
          .getCollection("accounts")
          .updateOne(
              Document.parse("{_id: 'A'}"),
              Document.parse("{$inc: {balance: {$numberLong: '1'}}}"));
    }

    assertThat(CommandRun.on(store, "audit").exitCode()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void badArgumentsAreOneLine() {
    assertThat(CommandRun.on("memory:", "adopt").complaints())
        .containsExactly(
            "twophase: store 'memory:' is empty and has nothing to adopt: name embedded:DIR or"
                + " mongodb://…");
    assertThat(CommandRun.on(store, "adopt", "--pending", "drop").complaints())
        .containsExactly("twophase: pending 'drop' is neither finish nor undo");
    assertThat(CommandRun.on(store, "adopt", "--currency", "ZZ").exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
  }
}
