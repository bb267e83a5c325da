package io.twophase.cli.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransferCommandTest {

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void openAccounts() {
    store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "100");
    CommandRun.on(store, "account", "open", "B", "--balance", "50");
    CommandRun.on(store, "account", "open", "E", "--currency", "EUR");
    CommandRun.on(store, "account", "open", "frozen");
    CommandRun.on(store, "account", "freeze", "frozen");
    CommandRun.on(store, "account", "open", "closed");
    CommandRun.on(store, "account", "close", "closed");
  }

  @Test
  void aTransferPrintsItsStateAndBothBalances() {
    CommandRun ran = transfer("A", "B", "10.5", "t1");

    assertThat(ran.exitCode()).isZero();
    JsonNode answer = ran.json();
    assertThat(answer.get("id").asText()).isEqualTo("t1");
    assertThat(answer.get("state").asText()).isEqualTo("done");
    assertThat(answer.get("accounts"))
        .extracting(account -> account.get("balance").asText())
        .containsExactly("89.50", "60.50");
  }

  @Test
  void theSameIdAgainGivesTheSameAnswerAndMovesNothing() {
    CommandRun first = transfer("A", "B", "10", "t1");
    CommandRun again = transfer("A", "B", "10.00", "t1");

    assertThat(again).isEqualTo(first);
    assertThat(balance("A")).isEqualTo("90.00");
  }

  @Test
  void theSameIdWithAnotherAmountIsRefusedAsReused() {
    transfer("A", "B", "10", "t1");

    CommandRun other = transfer("A", "B", "11", "t1");

    assertThat(other.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(other.json().get("error").get("kind").asText()).isEqualTo("IdReused");
    assertThat(balance("A")).isEqualTo("90.00");
  }

  @ParameterizedTest
  @CsvSource({
    "A, ghost, 10, NoSuchAccount, there is no account ghost",
    "ghost, A, 10, NoSuchAccount, there is no account ghost",
    "A, frozen, 10, AccountFrozen, account frozen is frozen",
    "frozen, A, 10, AccountFrozen, account frozen is frozen",
    "A, closed, 10, AccountClosed, account closed is closed",
    "A, E, 10, CurrencyMismatch, 'account E keeps EUR, not USD'",
    "A, B, 100.01, InsufficientFunds, 'account A has 100.00 USD available, 100.01 USD asked'"
  })
  void whatAnAccountRefusesIsRefusedWithItsReasonAndAgainTheSame(
      String source, String destination, String amount, String kind, String message) {
    CommandRun first = transfer(source, destination, amount, "t1");

    assertThat(first.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(first.json().get("state").asText()).isEqualTo("canceled");
    assertThat(first.json().get("error").get("kind").asText()).isEqualTo(kind);
    assertThat(first.json().get("error").get("message").asText()).isEqualTo(message);
    assertThat(first.complaints()).containsExactly("twophase: transfer t1 refused: " + message);
    CommandRun again = transfer(source, destination, amount, "t1");
    assertThat(again.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(again.json().get("state")).isEqualTo(first.json().get("state"));
    assertThat(again.json().get("accounts")).isEqualTo(first.json().get("accounts"));
    assertThat(again.json().get("error").get("kind").asText()).isEqualTo(kind);
    assertThat(again.json().get("error").get("exitCode").asInt()).isEqualTo(ExitCode.REFUSED);
    CommandRun audit = CommandRun.on(store, "--json", "audit");
    assertThat(audit.exitCode()).as(audit.out()).isZero();
    for (JsonNode account :
        CommandRun.on(store, "--json", "account", "list").json().get("accounts")) {
      assertThat(account.get("holds")).isEmpty();
    }
  }

  @Test
  void aRefusalStaysTheAnswerWhenTheReasonIsGone() {
    CommandRun first = transfer("B", "A", "60", "t1");
    transfer("A", "B", "20", "t2");

    CommandRun again = transfer("B", "A", "60", "t1");
    assertThat(again.json().get("error").get("kind"))
        .isEqualTo(first.json().get("error").get("kind"));
    String then =
        CommandRun.on(store, "--json", "tx", "show", "t1")
            .json()
            .get("history")
            .findValuesAsText("at")
            .get(1);
    assertThat(again.complaints())
        .containsExactly(
            "twophase: transfer t1 was refused at "
                + then
                + ": "
                + first.json().get("error").get("message").asText()
                + "; this id stays refused; use a new one");
    assertThat(transfer("B", "A", "60", "t3").exitCode()).isZero();
  }

  @Test
  void fromAnAccountToItselfIsRefusedAndNotKept() {
    CommandRun ran = transfer("A", "A", "10", "t1");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.json().get("error").get("kind").asText()).isEqualTo("SameAccount");
    assertThat(CommandRun.on(store, "tx", "show", "t1").complaints())
        .containsExactly("twophase: there is no transaction t1");
  }

  @ParameterizedTest
  @CsvSource({
    "abc, amount 'abc' is not a decimal amount such as 12.34",
    "1e400, amount '1e400' is not a decimal amount such as 12.34",
    "-5, amount '-5' must be above zero",
    "0, amount '0' must be above zero",
    "12.345, 'amount ''12.345'' has more fraction digits than USD, which has 2'",
    "99999999999999999999, 'amount ''99999999999999999999'' is beyond the largest amount,"
        + " 92233720368547758.07 USD'"
  })
  void anAmountThatIsNoneIsBadInput(String amount, String message) {
    CommandRun ran = CommandRun.on(store, "transfer", "A", "B", amount, "--id", "t1");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints()).containsExactly("twophase: " + message);
    assertThat(CommandRun.on(store, "tx", "show", "t1").exitCode()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void transactionsAreShownWithTheirHistoryAndListedNewestFirst() {
    transfer("A", "B", "1", "t1");
    transfer("A", "B", "999", "t2");

    JsonNode done = CommandRun.on(store, "--json", "tx", "show", "t1").json();
    assertThat(done.get("history"))
        .extracting(entry -> entry.get("state").asText())
        .containsExactly("pending", "applied", "done");
    assertThat(done.get("source").asText()).isEqualTo("A");
    assertThat(done.get("amount").asText()).isEqualTo("1.00");
    JsonNode canceled = CommandRun.on(store, "--json", "tx", "show", "t2").json();
    assertThat(canceled.get("reason").get("kind").asText()).isEqualTo("InsufficientFunds");
    assertThat(listed()).containsExactly("t2", "t1");
    assertThat(listed("--state", "done")).containsExactly("t1");
    assertThat(listed("--account", "E")).isEmpty();
    assertThat(listed("--limit", "1")).containsExactly("t2");
    assertThat(CommandRun.on(store, "tx", "show", "t2").out())
        .contains("canceling", "99.00 USD available", "999.00");
    assertThat(CommandRun.on(store, "tx", "list").out().lines()).hasSize(3);
  }

  private List<String> listed(String... options) {
    String[] command = new String[options.length + 3];
    command[0] = "--json";
    command[1] = "tx";
    command[2] = "list";
    System.arraycopy(options, 0, command, 3, options.length);
    List<String> ids = new ArrayList<>();
    CommandRun.on(store, command)
        .json()
        .get("transactions")
        .forEach(transaction -> ids.add(transaction.get("id").asText()));
    return ids;
  }

  private CommandRun transfer(String source, String destination, String amount, String id) {
    return CommandRun.on(store, "--json", "transfer", source, destination, amount, "--id", id);
  }

  private String balance(String id) {
    return CommandRun.on(store, "--json", "account", "show", id).json().get("balance").asText();
  }
}
