package io.twophase.cli.transaction;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands on transfers that a batch has decided. */
class TransferOfBatchTest {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @BeforeEach
  void transferTogether() {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults());
        TwoPhase twoPhase = TwoPhase.over(store).build()) {
      store
          .accounts()
          .open(List.of(account("A").opening(usd("10")), account("B").opening(usd("0"))));
      List<TransactionOutcome> outcomes =
          twoPhase
              .transfers()
              .transferAll(
                  List.of(request("t1", "A", "B", "10"), request("t2", "B", "A", "99")),
                  Order.AS_GIVEN);
      assertThat(outcomes.stream().map(TransactionOutcome::isApplied)).containsExactly(true, false);
    }
  }

  private static TransferRequest request(
      String id, String source, String destination, String amount) {
    TransactionId transaction = transactionId(id);
    AccountId from = accountId(source);
    return new TransferRequest(transaction, from, accountId(destination), usd(amount));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private CommandRun run(String... words) {
    return CommandRun.on(server.uri(), words);
  }

  @Test
  void areShownWithTheBatch() {
    CommandRun ran = run("tx", "show", "t1");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("done").contains("batch:");
    assertThat(run("tx", "show", "t2").out()).contains("canceled").contains("batch:");
    assertThat(run("tx", "show", "t1", "--json").out()).contains("\"batch\"");
  }

  @Test
  void areListed() {
    assertThat(run("tx", "list").out()).contains("t1").contains("t2").doesNotContain("batch:");
  }

  @Test
  void areListedByState() {
    assertThat(run("tx", "list", "--state", "done").out()).contains("t1").doesNotContain("t2");
    assertThat(run("tx", "list", "--state", "canceled").out())
        .contains("t2", "InsufficientFunds")
        .doesNotContain("t1");
    assertThat(run("tx", "list", "--state", "pending", "--account", "A").out().lines()).hasSize(1);
    JsonNode listed =
        run("--json", "tx", "list", "--state", "done", "--account", "B", "--limit", "1").json();
    assertThat(listed.get("transactions"))
        .singleElement()
        .satisfies(one -> assertThat(one.get("id").asText()).isEqualTo("t1"));
    assertThat(run("tx", "list", "--state", "done", "--account", "C").out().lines()).hasSize(1);
  }

  @Test
  void theirBatchIsShownWithThem() {
    String batch = run("--json", "tx", "show", "t1").json().get("batch").asText();

    CommandRun ran = run("tx", "show", batch);

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out().lines())
        .contains("batch          " + batch)
        .contains("state          done", "order          file", "epoch          1")
        .contains("members        2: 1 done, 1 canceled")
        .contains("member         t1  done")
        .anyMatch(line -> line.startsWith("member         t2  canceled  account B has 10.00 USD"));
    JsonNode json = run("--json", "tx", "show", batch).json();
    assertThat(json.get("batch").asText()).isEqualTo(batch);
    assertThat(json.get("state").asText()).isEqualTo("done");
    assertThat(json.get("members"))
        .extracting(member -> member.get("id").asText(), member -> member.get("state").asText())
        .containsExactly(tuple("t1", "done"), tuple("t2", "canceled"));
    assertThat(json.get("members").get(1).get("reason").get("kind").asText())
        .isEqualTo("InsufficientFunds");
    assertThat(json.get("members").get(0).get("batch").asText()).isEqualTo(batch);
  }

  @Test
  void aBatchThatIsNotThereIsRefusedByName() {
    assertThat(run("tx", "show", "batch:none").complaints())
        .containsExactly("twophase: there is no batch batch:none");
    CommandRun unnamed = run("tx", "show", "batch:");
    assertThat(unnamed.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(unnamed.complaints())
        .singleElement()
        .asString()
        .contains("is not batch: and a name");
    CommandRun latest = run("tx", "show", "batch:none", "--latest");
    assertThat(latest.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(latest.complaints())
        .containsExactly("twophase: --latest is of a transaction, and batch:none names a batch");
  }

  @Test
  void areReversedAndAudited() {
    assertThat(run("reverse", "t1").exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(run("audit").exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(run("scrub").exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(run("recover", "--older-than", "0s").exitCode()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anIdThatBeginsAsABatchIsRefusedByName() {
    CommandRun ran = run("transfer", "A", "B", "1", "--id", "batch:mine");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(String.join("\n", ran.complaints())).contains("batch:").contains("reserved");
  }
}
