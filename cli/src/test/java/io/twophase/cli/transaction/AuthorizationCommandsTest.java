package io.twophase.cli.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands authorize, approve, capture and void, and what shows them. */
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
    CommandRun audit = run("audit");
    assertThat(audit.exitCode()).as(audit.out() + audit.err()).isZero();
  }

  @Test
  void whatIsAuthorizedIsHeldAndTheSameAgain() {
    CommandRun first = authorize("t", "50");
    CommandRun again = authorize("t", "50.00");

    assertThat(first.exitCode()).isZero();
    assertThat(again).isEqualTo(first);
    JsonNode json = first.json();
    assertThat(json.get("id").asText()).isEqualTo("t");
    assertThat(json.get("state").asText()).isEqualTo("authorized");
    assertThat(json.get("approvedBy")).isEmpty();
    assertThat(json.get("approvalsRequired").asInt()).isZero();
    JsonNode record = run("--json", "tx", "show", "t").json();
    assertThat(json.get("expiresAt")).isEqualTo(record.get("expiresAt"));
    assertThat(
            Duration.between(
                Instant.parse(record.get("createdAt").asText()),
                Instant.parse(json.get("expiresAt").asText())))
        .isEqualTo(Duration.ofDays(7));
    assertThat(account("A", "balance")).isEqualTo("100.00");
    assertThat(account("A", "available")).isEqualTo("50.00");
    assertThat(run("authorize", "A", "B", "50", "--id", "t").out().lines())
        .hasSize(2)
        .first()
        .isEqualTo("authorization t  authorized");
  }

  @Test
  void withoutAnIdAFreshOneIsDrawn() {
    String id = run("--json", "authorize", "A", "B", "5").json().get("id").asText();

    assertThat(run("capture", id).exitCode()).isZero();
    assertThat(account("B", "balance")).isEqualTo("5.00");
  }

  @Test
  void aPartIsCapturedOnceAndTheRestIsGivenBack() {
    authorize("t", "50");

    CommandRun captured = run("--json", "capture", "t", "30");

    assertThat(run("tx", "list").out()).contains("30.00 USD").doesNotContain("50.00 USD");
    assertThat(captured.exitCode()).isZero();
    assertThat(captured.json().get("id").asText()).isEqualTo("t");
    assertThat(captured.json().get("state").asText()).isEqualTo("done");
    assertThat(captured.json().get("captured").toString())
        .isEqualTo("{\"A\":\"30.00\",\"B\":\"30.00\"}");
    assertThat(run("--json", "capture", "t", "30")).isEqualTo(captured);
    assertThat(run("capture", "t", "30").out())
        .isEqualTo(
            """
            authorization t  done
            captured         debit 30.00 USD  account A
            captured         credit 30.00 USD  account B
            """);
    assertThat(account("A", "available")).isEqualTo("70.00");
    assertThat(account("B", "balance")).isEqualTo("30.00");
    String captures =
        "t is captured already: debit 30.00 USD account A, credit 30.00 USD account B";
    refused(run("capture", "t"), "captured", captures + "; to move it back: " + again("reverse"));
    refused(run("void", "t"), "voided", captures + "; to move it back: " + again("reverse"));
    refused(
        run("approve", "t", "Ann"),
        "approved",
        captures + "; to move it back: " + again("reverse"));
    assertThat(run("--json", "void", "t").json().get("error").get("kind").asText())
        .isEqualTo("AlreadyCaptured");
    CommandRun asked = authorize("t", "50");
    assertThat(asked.exitCode()).isZero();
    assertThat(asked.json().get("state").asText()).isEqualTo("done");
    assertThat(run("authorize", "A", "B", "50", "--id", "t").out())
        .isEqualTo("authorization t  done  captured before\n");
  }

  @Test
  void whatWasRefusedSaysSoWhenItIsAskedForAgain() {
    CommandRun first = run("authorize", "A", "B", "5000", "--id", "t");
    CommandRun again = run("authorize", "A", "B", "5000", "--id", "t");

    assertThat(first.err()).contains("authorization t refused: account A has ", "needs a new id");
    assertThat(again.exitCode()).isEqualTo(first.exitCode());
    assertThat(again.err())
        .startsWith("twophase: authorization t was refused at ")
        .endsWith("5000.00 USD asked; this id stays refused; use a new one\n");
  }

  @Test
  void whatIsVoidedIsGivenBackAndNotCaptured() {
    authorize("t", "50");

    CommandRun voided = run("--json", "void", "t", "--reason", "out of stock");

    assertThat(voided.exitCode()).isZero();
    assertThat(voided.json().get("state").asText()).isEqualTo("canceled");
    assertThat(voided.json().get("reason").get("message").asText())
        .isEqualTo("canceled on request: out of stock");
    assertThat(run("--json", "void", "t", "--reason", "another")).isEqualTo(voided);
    assertThat(run("void", "t").out())
        .isEqualTo("authorization t  voided  canceled on request: out of stock\n");
    assertThat(account("A", "available")).isEqualTo("100.00");
    refused(
        run("capture", "t"),
        "captured",
        "t is voided: out of stock; authorize again, under a new id");
    CommandRun asked = run("authorize", "A", "B", "50", "--id", "t");
    assertThat(asked.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(asked.out()).isEqualTo("authorization t  canceled\n");
    assertThat(asked.err())
        .startsWith("twophase: authorization t was refused at ")
        .endsWith(": canceled on request: out of stock; this id stays refused; use a new one\n");
    assertThat(authorize("t", "50").json().get("error").get("kind").asText()).isEqualTo("Canceled");
  }

  @Test
  void enoughOfTheApproversHaveToApprove() {
    String[] asked = {
      "--json",
      "authorize",
      "A",
      "B",
      "50",
      "--id",
      "t",
      "--expires",
      "1h",
      "--approvals",
      "2",
      "--approver",
      "Ann",
      "--approver",
      "Bob",
      "--approver",
      "Cid"
    };
    assertThat(run(asked).json().get("approvalsRequired").asInt()).isEqualTo(2);

    assertThat(run("approve", "t", "Bob").out())
        .isEqualTo("authorization t  approved by Bob  1 of 2\n");
    refused(
        run("capture", "t"),
        "captured",
        "t has 1 of 2 approvals; these may approve it: Ann, Cid; each of them by: "
            + again("approve")
            + " NAME");
    refused(
        run("approve", "t", "Eve"),
        "approved",
        "'Eve' is no approver of t, which names Ann, Bob, Cid; to see it: " + again("tx show"));
    CommandRun approved = run("--json", "approve", "t", "Ann");
    assertThat(approved.json().toString())
        .isEqualTo("{\"id\":\"t\",\"approvedBy\":[\"Bob\",\"Ann\"],\"approvalsRequired\":2}");
    assertThat(run("--json", "approve", "t", "Bob")).isEqualTo(approved);
    assertThat(run(asked).json().get("approvedBy").toString()).isEqualTo("[\"Bob\",\"Ann\"]");
    assertThat(run("tx", "show", "t").out())
        .containsPattern("expires +\\d{4}-")
        .containsPattern("approvals +2 of 2, by Bob, Ann; asked: Ann, Bob, Cid\n")
        .doesNotContain("captured");
    assertThat(run("capture", "t", "20").exitCode()).isZero();
    assertThat(run("tx", "show", "t").out())
        .containsPattern("captured +debit 20.00 USD  account A\n")
        .containsPattern("captured +credit 20.00 USD  account B\n");
    JsonNode shown = run("--json", "tx", "show", "t").json();
    assertThat(shown.get("approvedBy").toString()).isEqualTo("[\"Bob\",\"Ann\"]");
    assertThat(shown.get("captured").toString()).isEqualTo("{\"A\":\"20.00\",\"B\":\"20.00\"}");
  }

  @Test
  void allWhoAreNamedHaveToApproveUnlessItIsSaid() {
    CommandRun ran =
        run("authorize", "A", "B", "50", "--id", "t", "--approver", "Ann", "--approver", "Bob");

    assertThat(ran.out()).containsPattern("approvals +0 of 2\n");
    authorize("nobody's", "5");
    refused(
        run("approve", "nobody's", "Ann"),
        "nobody's",
        "approved",
        "'Ann' is no approver of nobody's, which nobody has to approve; to see it: "
            + again("tx show", "nobody'\\''s"));
  }

  @Test
  void whatHasExpiredIsListedAndCapturedUntilRecoveryVoidsIt() {
    authorize("waits", "1");
    run("authorize", "A", "B", "2", "--id", "first", "--expires", "0.001s");
    run("authorize", "A", "B", "3", "--id", "second", "--expires", "0.001s");
    await().atMost(Duration.ofMinutes(1)).until(() -> overdue().size() == 2);

    assertThat(overdue()).containsExactly("first", "second");
    assertThat(overdue("--limit", "1")).containsExactly("first");
    CommandRun list = run("tx", "list", "--overdue");
    assertThat(list.exitCode()).isZero();
    assertThat(list.out().lines())
        .hasSize(3)
        .first()
        .asString()
        .matches("ID +STATE +AMOUNT +OPERATIONS +CREATED +EXPIRED");
    assertThat(run("capture", "first").exitCode()).isZero();
    run("recover");
    assertThat(overdue()).isEmpty();
    String expiresAt = run("--json", "tx", "show", "second").json().get("expiresAt").asText();
    refused(
        run("capture", "second"),
        "second",
        "captured",
        "second expired at " + expiresAt + " and is voided; authorize again, under a new id");
    assertThat(run("void", "second").out())
        .isEqualTo("authorization second  voided  expired at " + expiresAt + " and was voided\n");
    assertThat(run("tx", "list", "--overdue", "--account", "A").complaints())
        .containsExactly(
            "twophase: --overdue lists authorizations of any account, whatever is said of them, and"
                + " no state");
  }

  @Test
  void whatIsRefusedWasNeverAuthorized() {
    CommandRun ran = run("authorize", "A", "B", "100.01", "--id", "t");

    String why = "account A has 100.00 USD available, 100.01 USD asked";
    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.complaints())
        .containsExactly(
            "twophase: authorization t refused: " + why + "; a new try needs a new id");
    refused(
        run("capture", "t"),
        "captured",
        "t was never authorized: " + why + "; authorize again, under a new id");
    CommandRun toItself = run("--json", "authorize", "A", "A", "1", "--id", "s");
    assertThat(toItself.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(toItself.json().get("state").asText()).isEqualTo("refused");
    assertThat(toItself.json().get("error").get("kind").asText()).isEqualTo("SameAccount");
  }

  @Test
  void anIdOfAnotherIsRefusedWithWhatDiffers() {
    authorize("t", "50");
    run("transfer", "A", "B", "1", "--id", "plain");

    assertThat(
            run("authorize", "A", "B", "50", "--id", "t", "--expires", "1.5s", "--approver", "Ann")
                .complaints())
        .containsExactly(
            "twophase: authorization t refused: id t was used before, for another transaction: the"
                + " time to its expiry was 7d, not 1.5s, the approval rule was none, not 1 of"
                + " Ann; that one is authorized and stays as it is; a new authorization needs a"
                + " new id");
    assertThat(run("transfer", "A", "B", "50", "--id", "t").complaints())
        .singleElement()
        .asString()
        .contains("for another transaction: it is an authorization; that one is authorized");
    assertThat(run("authorize", "A", "B", "1", "--id", "plain").complaints())
        .singleElement()
        .asString()
        .contains("for another transaction: it is no authorization; that one is done");
  }

  @Test
  void whatIsNoAuthorizationOrIsNotThereIsNamed() {
    run("transfer", "A", "B", "1", "--id", "t");

    for (CommandRun ran : List.of(run("capture", "t"), run("capture", "t", "1"))) {
      refused(
          ran,
          "captured",
          "t is no authorization; to undo it: "
              + again("cancel")
              + ", or once it is done: "
              + again("reverse"));
    }
    String none = "there is no transaction x; to see which there are: twophase --store '";
    for (CommandRun ran : List.of(run("capture", "x"), run("capture", "x", "1.2345"))) {
      refused(ran, "x", "captured", none + store + "' tx list");
    }
    refused(run("void", "x"), "x", "voided", none + store + "' tx list");
    refused(run("approve", "x", "Ann"), "x", "approved", none + store + "' tx list");
    assertThat(run("--json", "void", "x").json().get("error").toString())
        .isEqualTo(
            "{\"exitCode\":1,\"kind\":\"NotFound\",\"message\":\"there is no transaction x\"}");
  }

  @Test
  void moreThanIsHeldIsNotCaptured() {
    authorize("t", "50");

    refused(
        run("capture", "t", "50.01"),
        "captured",
        "account A: 50.00 USD is held, 50.01 USD asked; to capture all that is held: "
            + again("capture"));
    assertThat(run("capture", "t", "1.234").complaints())
        .containsExactly("twophase: amount '1.234' has more fraction digits than USD, which has 2");
    assertThat(run("capture", "t", "1.234").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    for (String amount : List.of("0", "-5")) {
      CommandRun none = run("capture", "t", amount);
      assertThat(none.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(none.complaints())
          .containsExactly("twophase: amount '" + amount + "' must be above zero");
    }
    assertThat(run("capture", "t").exitCode()).isZero();
    assertThat(account("B", "balance")).isEqualTo("50.00");
  }

  private void refused(CommandRun ran, String what, String line) {
    refused(ran, "t", what, line);
  }

  private void refused(CommandRun ran, String id, String what, String line) {
    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out()).isEqualTo("authorization " + id + "  not " + what + "\n");
    assertThat(ran.complaints())
        .containsExactly("twophase: authorization " + id + " is not " + what + ": " + line);
  }

  private String again(String command) {
    return again(command, "t");
  }

  private String again(String command, String id) {
    return "twophase --store '" + store + "' " + command + " '" + id + "'";
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

  private String account(String id, String field) {
    return run("--json", "account", "show", id).json().get(field).asText();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on(store, arguments);
  }
}
