package io.twophase.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementCommandTest {

  @TempDir Path folder;

  @BeforeEach
  void open() {
    run("account", "open", "A", "--balance", "100");
    run("account", "open", "B");
    run("account", "open", "assets", "--normal", "debit", "--balance", "10");
    run("transfer", "A", "B", "12.50", "--id", "t1", "--reference", "=7");
    run("transfer", "B", "A", "2", "--id", "t2", "--metadata", "valueDate=2026-11-30");
    run("transfer", "assets", "B", "4", "--id", "t3");
    run("authorize", "A", "B", "5", "--id", "t4");
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on("embedded:" + folder.resolve("data"), arguments);
  }

  @Test
  void aStatementHasItsLinesInOrderAndSaysWhatItLeavesOut() {
    CommandRun ran = run("--json", "statement", "A");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.complaints())
        .containsExactly(
            "twophase: not on it, since it is held and not decided: debits of up to 5.00 and"
                + " credits of up to 0.00, by 1 hold");
    JsonNode statement = ran.json();
    assertThat(statement.get("opening").asText()).isEqualTo("100.00");
    assertThat(statement.get("closing").asText()).isEqualTo("89.50");
    assertThat(statement.get("certain").asBoolean()).isTrue();
    assertThat(statement.get("undecided").get("debits").asText()).isEqualTo("5.00");
    assertThat(statement.get("lines")).hasSize(2);
    JsonNode line = statement.get("lines").get(0);
    assertThat(line.get("amount").asText()).isEqualTo("-12.50");
    assertThat(line.get("direction").asText()).isEqualTo("debit");
    assertThat(line.get("balance").asText()).isEqualTo("87.50");
    assertThat(line.get("reference").asText()).isEqualTo("=7");
    assertThat(line.get("counterAccounts")).hasToString("[\"B\"]");
    assertThat(statement.get("lines").get(1).get("valueDate").asText()).isEqualTo("2026-11-30");
    assertThat(run("statement", "A").out())
        .contains("opening balance", "t1", "-12.50", "closing balance", "89.50");
  }

  @Test
  void aDebitNormalAccountIsShownWithItsSignTurned() {
    JsonNode statement = run("--json", "statement", "assets").json();
    String balance = run("--json", "account", "show", "assets").json().get("balance").asText();

    assertThat(statement.get("lines").get(0).get("amount").asText()).isEqualTo("4.00");
    assertThat(statement.get("lines").get(0).get("direction").asText()).isEqualTo("debit");
    assertThat(statement.get("closing").asText()).isEqualTo(balance);
  }

  @Test
  void aSpanAndAPageAreParts() {
    JsonNode all = run("--json", "statement", "B").json();
    String second = all.get("lines").get(1).get("bookedAt").asText();

    JsonNode later = run("--json", "statement", "B", "--from", second).json();
    JsonNode page = run("--json", "statement", "B", "--limit", "1", "--page", "2").json();

    assertThat(later.get("opening")).isEqualTo(all.get("lines").get(0).get("balance"));
    assertThat(later.get("lines")).hasSize(2);
    assertThat(page.get("lines")).hasSize(1);
    assertThat(page.get("opening")).isEqualTo(all.get("opening"));
    assertThat(page.get("closing")).isEqualTo(all.get("closing"));
    assertThat(page.get("after")).isEqualTo(page.get("lines").get(0).get("balance"));
    assertThat(all.has("after")).isFalse();
    assertThat(run("statement", "B", "--limit", "1").out())
        .contains("opening balance", "balance so far")
        .doesNotContain("closing balance");
    assertThat(run("statement", "B", "--limit", "1", "--page", "2").out())
        .contains("balance before")
        .doesNotContain("opening balance");
    assertThat(page.get("lines").get(0)).isEqualTo(all.get("lines").get(1));
    assertThat(run("--json", "account", "show", "B", "--at", second).json().get("balance"))
        .isEqualTo(all.get("lines").get(0).get("balance"));
    assertThat(
            run("--json", "account", "show", "A", "--at", "2001-01-01")
                .json()
                .get("balance")
                .asText())
        .isEqualTo("100.00");
    assertThat(run("account", "show", "A", "--at", "2001-01-01").out())
        .contains("balance", "100.00");
  }

  @Test
  void theCsvIsExactAndSafeIfAsked() throws IOException {
    Path file = folder.resolve("a.csv");

    assertThat(run("statement", "A", "--csv", file.toString()).exitCode()).isZero();

    List<String> rows = Files.readAllLines(file);
    assertThat(rows.get(0))
        .isEqualTo(
            "bookedAt,valueDate,transaction,reference,counterAccounts,debit,credit,amount,balance,"
                + "currency,note,reverses,period");
    assertThat(rows.get(1)).contains(",t1,=7,B,12.50,,-12.50,87.50,USD,,,");
    assertThat(rows).hasSize(3);
    run("statement", "A", "--csv", file.toString(), "--spreadsheet-safe");
    assertThat(Files.readAllLines(file).get(1)).contains("'=7");
  }

  @ParameterizedTest
  @CsvSource({
    "--from, yesterday, '--from ''yesterday'' is neither a day such as 2026-11-01 nor a moment"
        + " such as 2026-11-01T08:00:00Z'",
    "--page, 2, '--limit and --page are 1 or more, and --page needs --limit'",
    "--limit, 0, '--limit and --page are 1 or more, and --page needs --limit'",
  })
  void whatCannotBeAskedIsOneLine(String option, String value, String line) {
    CommandRun ran = run("statement", "A", option, value);

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err()).isEqualTo("twophase: " + line + "\n");
  }

  @Test
  void anAccountThatIsNotThereIsRefused() {
    assertThat(run("statement", "ghost").err()).isEqualTo("twophase: there is no account ghost\n");
    assertThat(run("statement", "A", "--from", "2026-11-02", "--to", "2026-11-01").exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
  }
}
