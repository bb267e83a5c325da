package io.twophase.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountCommandTest {

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void nameAStore() {
    store = "embedded:" + folder.resolve("data");
  }

  @Test
  void anAccountIsOpenedOnceAndTheSameAgainIsTheSameAnswer() {
    CommandRun first = open("A", "--balance", "12.50", "--overdraft", "5");
    CommandRun second = open("A", "--balance", "12.5", "--overdraft", "5.00");

    assertThat(first.exitCode()).isZero();
    assertThat(second).isEqualTo(first);
    JsonNode account = show("A");
    assertThat(account.get("balance").asText()).isEqualTo("12.50");
    assertThat(account.get("available").asText()).isEqualTo("17.50");
    assertThat(account.get("currency").asText()).isEqualTo("USD");
    assertThat(account.get("status").asText()).isEqualTo("active");
  }

  @Test
  void anAccountWithOtherFiguresIsRefused() {
    open("A", "--balance", "12.50");

    CommandRun other = open("A", "--balance", "12.51");

    assertThat(other.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(other.complaints()).singleElement().asString().contains("account A", "12.50 USD");
    assertThat(show("A").get("balance").asText()).isEqualTo("12.50");
  }

  @Test
  void anAccountWithImpossibleFiguresIsBadInput() {
    assertThat(open("A", "--balance", "-5").complaints())
        .containsExactly("twophase: account A: balance -5.00 USD is below its overdraft limit");
    assertThat(open("A", "--balance", "-5").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(open("A", "--overdraft", "-1").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(open("A", "--currency", "QQQ").complaints())
        .containsExactly("twophase: currency 'QQQ' is not an ISO 4217 code");
    assertThat(open(" A").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void aFrozenAccountIsUnfrozenAndOneWithABalanceDoesNotClose() {
    open("A", "--balance", "1");

    assertThat(account("freeze", "A").json().get("status").asText()).isEqualTo("frozen");
    assertThat(account("freeze", "A").exitCode()).isZero();
    assertThat(account("unfreeze", "A").json().get("status").asText()).isEqualTo("active");
    CommandRun close = account("close", "A");
    assertThat(close.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(close.complaints()).containsExactly("twophase: account A has a balance of 1.00 USD");
  }

  @Test
  void anEmptyAccountClosesForEver() {
    open("A");

    assertThat(account("close", "A").json().get("status").asText()).isEqualTo("closed");
    assertThat(account("close", "A").exitCode()).isZero();
    assertThat(account("unfreeze", "A").complaints())
        .containsExactly("twophase: account A is closed");
  }

  @Test
  void anAccountThatIsNotThereIsRefusedByName() {
    account("open", "A");
    for (String command : new String[] {"show", "freeze", "unfreeze", "close"}) {
      CommandRun ran = account(command, "ghost");
      assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
      assertThat(ran.complaints()).containsExactly("twophase: there is no account ghost");
    }
  }

  @Test
  void accountsAreListedByIdAsText() throws IOException {
    open("b", "--balance", "2");
    open("a", "--balance", "10");
    open("9", "--balance", "0.05");
    open("10", "--currency", "JPY", "--balance", "7");
    Path csv = folder.resolve("balances.csv");

    CommandRun list = CommandRun.on(store, "account", "list", "--csv", csv.toString());

    assertThat(list.exitCode()).isZero();
    assertThat(Files.readString(csv)).isEqualTo("id,balance\n10,7\n9,0.05\na,10.00\nb,2.00\n");
    assertThat(CommandRun.on(store, "--json", "account", "list").json().get("accounts"))
        .extracting(account -> account.get("id").asText())
        .containsExactly("10", "9", "a", "b");
    assertThat(CommandRun.on(store, "account", "list").out().lines()).hasSize(5);
  }

  @Test
  void aListThatCannotBeWrittenIsBadInputAndLeavesNothing() {
    open("a");

    CommandRun list =
        CommandRun.on(store, "account", "list", "--csv", folder.resolve("no/x.csv").toString());

    assertThat(list.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(list.complaints()).singleElement().asString().contains("x.csv cannot be written");
  }

  private CommandRun open(String... idAndFigures) {
    String[] command = new String[idAndFigures.length + 2];
    command[0] = "account";
    command[1] = "open";
    System.arraycopy(idAndFigures, 0, command, 2, idAndFigures.length);
    return CommandRun.on(store, command);
  }

  private CommandRun account(String command, String id) {
    return CommandRun.on(store, "--json", "account", command, id);
  }

  private JsonNode show(String id) {
    return account("show", id).json();
  }
}
