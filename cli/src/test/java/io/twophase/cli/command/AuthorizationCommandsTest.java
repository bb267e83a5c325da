package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twophase.cli.testing.CommandRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the transcripts of authorizations cannot show: times, fresh ids, and many approvers. */
class AuthorizationCommandsTest {

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void openAccounts() {
    store = "embedded:" + folder.resolve("data");
    run("account", "open", "A", "--balance", "100");
    run("account", "open", "B");
  }

  @AfterEach
  void nothingIsOff() {
    run("audit").succeeds();
  }

  @Test
  void withoutAnIdAFreshOneIsDrawn() {
    String id = run("--json", "authorize", "A", "B", "5").json().get("id").asText();

    run("capture", id).succeeds();
    assertThat(run("account", "list").out()).contains("B  ", "5.00 USD");
  }

  @Test
  void whatHasExpiredIsListedAndCapturedUntilRecoveryVoidsIt() {
    authorize("waits", "1");
    run("authorize", "A", "B", "2", "--id", "first", "--expires", "0.001s");
    run("authorize", "A", "B", "3", "--id", "second", "--expires", "0.001s");
    await().atMost(Duration.ofMinutes(1)).until(() -> overdue().size() == 2);

    assertThat(overdue()).containsExactly("first", "second");
    assertThat(overdue("--limit", "1")).containsExactly("first");
    assertThat(run("tx", "list", "--overdue").succeeds().out().lines())
        .hasSize(3)
        .first()
        .asString()
        .matches("ID +STATE +AMOUNT +OPERATIONS +CREATED +EXPIRED");
    run("capture", "first").succeeds();
    run("recover");
    assertThat(overdue()).isEmpty();
    String expiresAt = run("--json", "tx", "show", "second").json().get("expiresAt").asText();
    assertThat(run("capture", "second").complaints())
        .containsExactly(
            "twophase: authorization second is not captured: second expired at "
                + expiresAt
                + " and is voided; authorize again, under a new id");
    assertThat(run("void", "second").out())
        .isEqualTo("authorization second  voided  expired at " + expiresAt + " and was voided\n");
  }

  @Test
  void moreApproversThanARuleTakesAreBadInput() {
    List<String> words = new ArrayList<>(List.of("authorize", "A", "B", "1"));
    for (int at = 0; at <= 100; at++) {
      words.addAll(List.of("--approver", "n" + at));
    }

    assertThat(run(words.toArray(String[]::new)).complaints())
        .containsExactly("twophase: 101 approvers are named; 100 at most");
  }

  private List<String> overdue(String... options) {
    List<String> words = new ArrayList<>(List.of("--json", "tx", "list", "--overdue"));
    words.addAll(List.of(options));
    List<String> ids = new ArrayList<>();
    run(words.toArray(String[]::new))
        .json()
        .get("transactions")
        .forEach(transaction -> ids.add(transaction.get("id").asText()));
    return ids;
  }

  private CommandRun authorize(String id, String amount) {
    return run("--json", "authorize", "A", "B", amount, "--id", id);
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on(store, arguments);
  }
}
