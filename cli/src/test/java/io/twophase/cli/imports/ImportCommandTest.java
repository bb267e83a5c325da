package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandTest {

  private static final String ACCOUNTS = "id,balance\nA,100\nB,50\n";
  private static final String TRANSFERS = "source,destination,amount\nA,B,10\nB,A,5.5\nA,B,999\n";

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void nameAStore() {
    store = "embedded:" + folder.resolve("data");
  }

  @Test
  void everyRowIsAnsweredAndCounted() throws IOException {
    CommandRun ran = importing(file("a.csv", ACCOUNTS), file("t.csv", TRANSFERS));

    assertThat(ran.exitCode()).isZero();
    JsonNode answer = ran.json();
    assertThat(answer.get("rows").asInt()).isEqualTo(3);
    assertThat(answer.get("applied").asInt()).isEqualTo(2);
    assertThat(answer.get("refused").get("InsufficientFunds").asInt()).isEqualTo(1);
    assertThat(answer.get("alreadyDone").asInt()).isZero();
    assertThat(answer.get("unknown").asInt()).isZero();
    assertThat(balances()).containsExactly("A 95.50", "B 54.50");
  }

  @Test
  void theSameImportAgainChangesNothingAndAnswersTheSame() throws IOException {
    Path accounts = file("a.csv", ACCOUNTS);
    Path transfers = file("t.csv", TRANSFERS);
    JsonNode first = importing(accounts, transfers).json();

    CommandRun again = importing(accounts, transfers);

    assertThat(again.exitCode()).isZero();
    assertThat(again.json().get("applied")).isEqualTo(first.get("applied"));
    assertThat(again.json().get("refused")).isEqualTo(first.get("refused"));
    assertThat(again.json().get("alreadyDone").asInt()).isEqualTo(3);
    assertThat(balances()).containsExactly("A 95.50", "B 54.50");
  }

  @Test
  void rowsWithoutAnIdAreNamedByFileAndLine() throws IOException {
    importing(
        file("a.csv", ACCOUNTS),
        file("t.csv", "id,source,destination,amount\n\nmine,A,B,1\n,A,B,2\n"));

    assertThat(CommandRun.on(store, "--json", "tx", "show", "mine").json().get("amount").asText())
        .isEqualTo("1.00");
    assertThat(
            CommandRun.on(store, "--json", "tx", "show", "t.csv:4").json().get("amount").asText())
        .isEqualTo("2.00");
  }

  @Test
  void aByteOrderMarkAndWindowsLineEndsAndEmptyLinesAreRead() throws IOException {
    CommandRun ran =
        importing(
            file("a.csv", "\uFEFF" + ACCOUNTS.replace("\n", "\r\n")),
            file("t.csv", "\uFEFFsource,destination,amount\r\n\r\nA,B,10\r\n   \r\nB,A,5.5"));

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.json().get("applied").asInt()).isEqualTo(2);
    assertThat(balances()).containsExactly("A 95.50", "B 54.50");
  }

  @Test
  void aBadRowIsRefusedWithItsLineAndTheRestGoesOn() throws IOException {
    Path refused = folder.resolve("refused.csv");
    String rows =
        """
        source,destination,amount
        A,B,12.345
        A,B,abc
        A,B,-5
        A,B,1e400
        A,B
        A,B,1,000.00
        A,,1
        A,B,
        A,B,99999999999999999999
        A,B,1
        """;

    CommandRun ran =
        CommandRun.on(
            store,
            "--json",
            "import",
            "--accounts",
            file("a.csv", ACCOUNTS).toString(),
            "--transfers",
            file("t.csv", rows).toString(),
            "--refused",
            refused.toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.json().get("applied").asInt()).isEqualTo(1);
    assertThat(ran.json().get("refused"))
        .hasToString("{\"AmountNotPositive\":1,\"BadAmount\":5,\"BadId\":1,\"BadRow\":2}");
    assertThat(ran.complaints())
        .hasSize(10)
        .contains("twophase: line 3: amount 'abc' is not a decimal amount such as 12.34")
        .contains("twophase: line 4: amount '-5.00' must be above zero")
        .contains("twophase: line 6: has 2 fields, the header 3");
    assertThat(Files.readAllLines(refused))
        .hasSize(10)
        .first()
        .isEqualTo("line,id,source,destination,amount,reason,message");
    assertThat(balances()).containsExactly("A 99.00", "B 51.00");
  }

  @Test
  void aLineOfTenMegabytesIsOneBadRow() throws IOException {
    String rows = "source,destination,amount\nA,B,1\n" + "x".repeat(10_000_000) + ",B,1\nA,B,2\n";

    CommandRun ran = importing(file("a.csv", ACCOUNTS), file("t.csv", rows));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.json().get("applied").asInt()).isEqualTo(2);
    assertThat(ran.complaints()).hasSize(2);
    assertThat(ran.complaints().get(0))
        .startsWith("twophase: line 3: account id")
        .hasSizeLessThan(200);
  }

  @Test
  void aBrokenFileIsRefusedBeforeAnythingIsChanged() throws IOException {
    Path accounts = file("a.csv", ACCOUNTS);
    assertRefused(accounts, folder.resolve("none.csv"), "none.csv does not exist");
    assertRefused(accounts, file("e.csv", ""), "has no header");
    assertRefused(accounts, file("m.csv", "source,amount\n"), "has no column 'destination'");
    assertRefused(accounts, file("q.csv", TRANSFERS + "A,\"B,1\n"), "q.csv, line");
    assertRefused(accounts, file("d.csv", "source,source,destination,amount\n"), "d.csv");
    assertRefused(file("b.csv", "id,amount\n"), file("t.csv", TRANSFERS), "'balance'");
    assertThat(Files.exists(folder.resolve("data"))).isFalse();
  }

  private void assertRefused(Path accounts, Path transfers, String complaint) {
    CommandRun ran = importing(accounts, transfers);
    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints()).singleElement().asString().contains(complaint);
  }

  @Test
  void columnsAreMappedAndMisspeltOnesNamed() throws IOException {
    Path accounts = file("a.csv", "node,start\nA,100\nB,50\n");
    Path transfers = file("t.csv", "from,to,value\nA,B,10\n");
    String mapping = "id=node,balance=start,source=from,destination=to,amount=value";

    assertThat(importing(accounts, transfers, "--columns", mapping).exitCode()).isZero();
    assertThat(balances()).containsExactly("A 90.00", "B 60.00");
    assertThat(importing(accounts, transfers, "--columns", mapping + ",currency=curr").complaints())
        .containsExactly(
            "twophase: --columns: no file has the column 'curr' that is to be currency");
    assertThat(importing(accounts, transfers, "--columns", "src=from").complaints())
        .singleElement()
        .asString()
        .contains("field 'src' is none of");
  }

  @Test
  void amountsAreInTheRowsCurrencyElseTheOneGivenElseTheAccounts() throws IOException {
    Path accounts = file("a.csv", "id,balance,currency\nA,100,EUR\nB,50,EUR\nY,7,JPY\nZ,0,JPY\n");

    CommandRun ran =
        importing(accounts, file("t.csv", "source,destination,amount\nA,B,0.01\nY,Z,1.5\n"));

    assertThat(ran.json().get("applied").asInt()).isEqualTo(1);
    assertThat(ran.complaints().get(0)).contains("line 3", "JPY, which has 0");
    assertThat(
            importing(
                    accounts,
                    file("u.csv", "source,destination,amount,currency\nA,B,1,USD\nA,B,1,\n"),
                    "--currency",
                    "EUR")
                .json()
                .get("refused"))
        .hasToString("{\"CurrencyMismatch\":1}");
  }

  @Test
  void accountsThatDifferOrAreBadAreNamedAndTheRestGoesOn() throws IOException {
    importing(file("a.csv", ACCOUNTS), file("t.csv", TRANSFERS));

    CommandRun ran =
        importing(
            file("b.csv", "id,balance,overdraft\nA,101,0\nC,1,\nD,-1,0\nE,x,\n"),
            file("t.csv", TRANSFERS));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints()).hasSize(3);
    assertThat(balances()).contains("C 1.00").noneMatch(line -> line.startsWith("D"));
  }

  @Test
  void accountsMayHaveFloorsCeilingsAndBeDebitNormal() throws IOException {
    CommandRun ran =
        importing(
            file(
                "b.csv",
                """
                id,balance,floor,ceiling,normal,overdraft
                low,20,10,,,
                top,20,,20,credit,
                cash,20,,,debit,
                odd,20,,,sideways,
                both,20,-1,,,1
                deep,20,,,,-1
                """),
            file("t.csv", "source,destination,amount\ncash,low,5\nlow,cash,15.01\nlow,top,1\n"));

    assertThat(ran.complaints())
        .hasSize(3)
        .anyMatch(line -> line.contains("normal 'sideways' is neither debit nor credit"))
        .anyMatch(line -> line.contains("has both floor and overdraft"))
        .anyMatch(line -> line.contains("overdraft -1.00 USD is below zero"));
    assertThat(ran.json().get("refused"))
        .hasToString("{\"CeilingReached\":1,\"InsufficientFunds\":1}");
    assertThat(balances()).containsExactly("cash 25.00", "low 25.00", "top 20.00");
  }

  @Test
  void anyOrderAnswersEveryRowToo() throws IOException {
    CommandRun ran = importing(file("a.csv", ACCOUNTS), file("t.csv", TRANSFERS), "--order", "any");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.json().get("applied").asInt()).isEqualTo(2);
    assertThat(importing(file("a.csv", ACCOUNTS), file("t.csv", TRANSFERS), "--order", "x").err())
        .contains("--order 'x' is neither file nor any");
  }

  @Test
  void aBadRowOnMemoryIsTheSame() throws IOException {
    CommandRun ran =
        CommandRun.on(
            "memory:",
            "import",
            "--accounts",
            file("a.csv", ACCOUNTS).toString(),
            "--transfers",
            file("t.csv", TRANSFERS).toString());

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("rows").contains("refused InsufficientFunds  1");
  }

  private CommandRun importing(Path accounts, Path transfers, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "--json",
                "import",
                "--accounts",
                accounts.toString(),
                "--transfers",
                transfers.toString()));
    command.addAll(List.of(options));
    return CommandRun.on(store, command.toArray(new String[0]));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }

  private List<String> balances() {
    List<String> balances = new ArrayList<>();
    CommandRun.on(store, "--json", "account", "list")
        .json()
        .get("accounts")
        .forEach(
            account ->
                balances.add(account.get("id").asText() + " " + account.get("balance").asText()));
    return balances;
  }
}
