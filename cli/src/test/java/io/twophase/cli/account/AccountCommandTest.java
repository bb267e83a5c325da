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
  void aFloorIsAnOverdraftWithTheSignTurned() {
    open("A", "--overdraft", "5");

    assertThat(open("A", "--floor", "-5").exitCode()).isZero();
    assertThat(open("A", "--floor", "5").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    JsonNode account = show("A");
    assertThat(account.get("floor").asText()).isEqualTo("-5.00");
    assertThat(account.get("overdraft").asText()).isEqualTo("5.00");
    assertThat(account.has("ceiling")).isFalse();
  }

  @Test
  void aDebitNormalAccountIsShownWithTheSignTurned() {
    open("cash", "--balance", "30", "--floor", "10", "--ceiling", "60", "--normal", "debit");
    open("income", "--ceiling", "100");
    CommandRun sale =
        CommandRun.on(store, "--json", "transfer", "cash", "income", "20", "--id", "sale");
    assertThat(sale.json().get("accounts").get(0).get("balance").asText()).isEqualTo("50.00");

    JsonNode cash = show("cash");
    assertThat(cash.get("normal").asText()).isEqualTo("debit");
    assertThat(cash.get("balance").asText()).isEqualTo("50.00");
    assertThat(cash.get("available").asText()).isEqualTo("40.00");
    assertThat(cash.get("floor").asText()).isEqualTo("10.00");
    assertThat(cash.get("ceiling").asText()).isEqualTo("60.00");
    assertThat(CommandRun.on(store, "account", "show", "cash").out())
        .contains("balance          50.00", "normal           debit", "ceiling          60.00");
    assertThat(CommandRun.on(store, "account", "list").out()).contains("50.00 USD");
    CommandRun tooMuch = CommandRun.on(store, "transfer", "cash", "income", "10.01");
    assertThat(tooMuch.exitCode()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void whatIsUndecidedMakesTheBalanceAnInterval() {
    open("A", "--balance", "100");
    open("B");
    CommandRun.on(store, "authorize", "A", "B", "30", "--id", "a1");

    JsonNode account = show("A");
    assertThat(account.get("balance").asText()).isEqualTo("100.00");
    assertThat(account.get("lowest").asText()).isEqualTo("70.00");
    assertThat(account.get("highest").asText()).isEqualTo("100.00");
    assertThat(show("B").get("highest").asText()).isEqualTo("30.00");
    assertThat(CommandRun.on(store, "account", "show", "A").out())
        .contains("may become       70.00 to 100.00");
  }

  @Test
  void aTransferTakesAsMuchAsThereIs() {
    open("A", "--balance", "7");
    open("B");

    CommandRun taken =
        CommandRun.on(store, "--json", "transfer", "A", "B", "9", "--at-most", "--id", "t1");
    assertThat(taken.exitCode()).isZero();
    assertThat(taken.json().get("moved").asText()).isEqualTo("7.00");
    assertThat(CommandRun.on(store, "transfer", "A", "B", "9", "--at-most", "--id", "t1").out())
        .contains("moved", "7.00 USD");
    JsonNode record = CommandRun.on(store, "--json", "tx", "show", "t1").json();
    assertThat(record.get("atMost").asBoolean()).isTrue();
    assertThat(record.get("amount").asText()).isEqualTo("9.00");
    assertThat(record.get("captured").get("B").asText()).isEqualTo("7.00");
    assertThat(CommandRun.on(store, "tx", "show", "t1").out())
        .contains("at most 9.00 USD  account A");

    CommandRun nothing = CommandRun.on(store, "transfer", "A", "B", "9", "--at-most");
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(nothing.err()).contains("account A has nothing available, at most 9.00 USD asked");
    CommandRun other = CommandRun.on(store, "transfer", "A", "B", "9", "--id", "t1");
    assertThat(other.err()).contains("it takes as much as there is");
    assertThat(CommandRun.on(store, "reverse", "t1").exitCode()).isZero();
    assertThat(show("A").get("balance").asText()).isEqualTo("7.00");
    assertThat(CommandRun.on(store, "audit").exitCode()).isZero();
  }

  @Test
  void aTransactionOfAFileTakesAsMuchAsThereIs() throws IOException {
    open("A", "--balance", "7");
    open("B");
    Path file = folder.resolve("t.json");
    Files.writeString(
        file,
        "{ \"id\": \"t1\", \"operations\": ["
            + "{ \"debit\": \"A\", \"amount\": \"9.00\", \"atMost\": true },"
            + " { \"credit\": \"B\", \"amount\": \"9.00\" } ] }");

    CommandRun ran = CommandRun.on(store, "--json", "run", file.toString());

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.json().get("transactions").get(0).get("moved").asText()).isEqualTo("7.00");
    assertThat(CommandRun.on(store, "run", file.toString()).out()).contains("moved 7.00 USD");
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
        .containsExactly("twophase: account A: balance -5.00 USD is below its floor 0.00 USD");
    assertThat(open("A", "--balance", "-5").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(open("A", "--overdraft", "-1").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(open("A", "--overdraft", "1", "--floor", "-1").complaints())
        .containsExactly("twophase: --overdraft A is --floor -A: give one of them");
    assertThat(open("A", "--normal", "odd").complaints())
        .containsExactly("twophase: --normal 'odd' is neither debit nor credit");
    assertThat(open("A", "--balance", "5", "--ceiling", "4.99").complaints())
        .containsExactly("twophase: account A: balance 5.00 USD is above its ceiling 4.99 USD");
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
