package io.twophase.cli.transaction;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.OtherProcess;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.embedded.EmbeddedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands on authorizations that another process has made, is at, or has damaged. */
class AuthorizationsOfOthersTest {

  private static final AuthorizationTerms WEEK = new AuthorizationTerms(Duration.ofDays(7));

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @BeforeEach
  void openAccounts() {
    run("account", "open", "A", "--balance", "100");
    run("account", "open", "B");
    run("account", "open", "C", "--balance", "100");
    run("account", "open", "D", "--balance", "100", "--currency", "EUR");
    run("account", "open", "E", "--currency", "EUR");
  }

  @AfterEach
  void end() {
    server.close();
  }

  private void anotherAuthorizes(TransactionRequest request) {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults());
        TwoPhase twoPhase = TwoPhase.over(store).build()) {
      twoPhase.authorizations().authorize(request, WEEK);
    }
  }

  private void anotherHasBegun() {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
      new OtherProcess(store).begin(transfer("t", "A", "B", usd("5")).authorizedUnder(WEEK));
    }
  }

  @Test
  void ofSeveralDebitsOnlyAllIsCapturedByOneAmount() {
    anotherAuthorizes(
        TransactionRequest.of(transactionId("t"))
            .debit(accountId("A"), usd("10"))
            .debit(accountId("C"), usd("10"))
            .credit(accountId("B"), usd("20")));

    refused(
        run("capture", "t", "5"),
        "captured debits of 10.00 and credits of 5.00 USD differ; to capture all that"
            + " is held: "
            + again("capture 't'"));
    CommandRun captured = run("--json", "capture", "t");
    assertThat(captured.exitCode()).isZero();
    assertThat(captured.json().get("captured").toString())
        .isEqualTo("{\"A\":\"10.00\",\"C\":\"10.00\",\"B\":\"20.00\"}");
  }

  @Test
  void anAmountOfOneCurrencyIsNoneOfAnother() {
    anotherAuthorizes(
        TransactionRequest.of(transactionId("t"))
            .debit(accountId("A"), usd("10"))
            .credit(accountId("B"), usd("10"))
            .debit(accountId("D"), eur("5"))
            .credit(accountId("E"), eur("5")));

    refused(
        run("capture", "t", "5"),
        "account D: held in EUR, USD asked; to capture all that is held: " + again("capture 't'"));
  }

  @Test
  void whatIsNotAuthorizedYetSaysHowToGoOn() {
    anotherHasBegun();

    refused(
        run("capture", "t"),
        "t is not authorized yet: not all of it is held; ask again; if nobody is at work on it any"
            + " more, first: "
            + again("recover")
            + "; to give it up: "
            + again("void 't'"));
  }

  @Test
  void whatAnotherProcessIsAtIsNotKnownAndTheSameAgainResolvesIt() {
    anotherHasBegun();

    CommandRun ran = run("authorize", "A", "B", "5", "--id", "t", "--expires", "7d");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.complaints())
        .singleElement()
        .asString()
        .startsWith("twophase: authorization t: the outcome is not known: ")
        .endsWith(
            "if no other process is at work on it, first: "
                + again("recover --older-than 0s")
                + "; then to resolve it: "
                + again("authorize 'A' 'B' '5' --id 't' --expires 7d"));
  }

  @Test
  void anOutcomeThatCannotBeReadIsNotKnown() {
    store(Map.of("_id", "t", "state", "frob", "v", 1));

    for (CommandRun ran : List.of(run("capture", "t"), run("capture", "t", "1"))) {
      unknown(ran, "captured");
    }
    unknown(run("void", "t"), "voided");
    unknown(run("approve", "t", "Ann"), "approved");
  }

  @Test
  void anOverdueOneThatCannotBeReadIsNamed() {
    store(Map.of("_id", "t", "state", "authorized", "expiresAt", Instant.EPOCH, "v", 1));

    CommandRun overdue = run("--json", "tx", "list", "--overdue");

    assertThat(overdue.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(overdue.json().get("transactions")).isEmpty();
    assertThat(overdue.json().get("unreadable").get(0).get("id").asText()).isEqualTo("t");
    assertThat(overdue.complaints())
        .singleElement()
        .asString()
        .startsWith("twophase: transaction t cannot be read: ");
  }

  private void store(Map<String, Object> record) {
    try (MongoClient client = MongoClients.create(server.uri())) {
      client.getDatabase("twophase").getCollection("transactions").insertOne(new Document(record));
    }
  }

  private void unknown(CommandRun ran, String what) {
    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.complaints())
        .singleElement()
        .asString()
        .startsWith(
            "twophase: authorization t: not known whether it is "
                + what
                + ": its record cannot be read: ")
        .contains("no command resolves that: mend or remove the document 't'")
        .endsWith("then the same command resolves it");
  }

  private void refused(CommandRun ran, String line) {
    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out()).isEqualTo("authorization t  not captured\n");
    assertThat(ran.complaints())
        .containsExactly("twophase: authorization t is not captured: " + line);
  }

  private String again(String command) {
    return "twophase --store '" + server.uri() + "' " + command;
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on(server.uri(), arguments);
  }
}
