package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All rows of a file or none, and what would become of them. */
class WholeImportTest {

  private static final String HEADER = "source,destination,amount\n";

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void openAccounts() {
    store = "embedded:" + folder.resolve("data");
    for (String account : List.of("A", "B", "C")) {
      assertThat(CommandRun.on(store, "account", "open", account, "--balance", "10").exitCode())
          .isZero();
    }
  }

  private CommandRun importing(String rows, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("rent.csv"), HEADER + rows);
    List<String> command =
        new ArrayList<>(List.of("--json", "import", "--transfers", file.toString()));
    command.addAll(List.of(more));
    return CommandRun.on(store, command.toArray(String[]::new));
  }

  private String balances() throws IOException {
    Path csv = folder.resolve("balances.csv");
    assertThat(CommandRun.on(store, "account", "list", "--csv", csv.toString()).exitCode())
        .isZero();
    return String.join(" ", Files.readAllLines(csv).stream().skip(1).toList());
  }

  @Test
  void allRowsHappenTogetherAndTheSameAgainAppliesNothing() throws IOException {
    CommandRun whole = importing("A,B,15\nC,A,8\n", "--atomic");

    assertThat(whole.exitCode()).as(whole.err()).isEqualTo(ExitCode.DONE);
    assertThat(whole.json().get("applied").asInt()).isEqualTo(2);
    assertThat(whole.json().get("transaction").asText()).isEqualTo("rent.csv:all");
    assertThat(balances()).isEqualTo("A,3.00 B,25.00 C,2.00");

    CommandRun again = importing("A,B,15\nC,A,8\n", "--atomic");
    assertThat(again.json().get("alreadyDone").asInt()).isEqualTo(2);
    assertThat(balances()).isEqualTo("A,3.00 B,25.00 C,2.00");
    assertThat(CommandRun.on(store, "audit").exitCode()).isZero();
  }

  @Test
  void whereOneRowIsRefusedNoneHappensAndItIsNamed() throws IOException {
    Path rest = folder.resolve("rest.csv");

    CommandRun whole = importing("A,B,4\nA,C,7\nB,C,1\n", "--atomic", "--refused", rest.toString());

    assertThat(whole.exitCode()).isEqualTo(ExitCode.REFUSED);
    JsonNode answer = whole.json();
    assertThat(answer.get("applied").asInt()).isZero();
    assertThat(answer.get("refused").get("InsufficientFunds").asInt()).isEqualTo(1);
    assertThat(answer.get("refused").get("AllOrNothing").asInt()).isEqualTo(2);
    assertThat(answer.get("firstRefused").get("line").asInt()).isEqualTo(3);
    assertThat(whole.err()).contains("rent.csv, line 3 refused, and with it all of the file");
    assertThat(Files.readAllLines(rest)).hasSize(4);
    assertThat(balances()).isEqualTo("A,10.00 B,10.00 C,10.00");

    CommandRun again = importing("A,B,4\nA,C,7\nB,C,1\n", "--atomic");
    assertThat(again.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(again.json().get("alreadyDone").asInt()).isEqualTo(3);
  }

  @Test
  void aRowThatCannotBeReadKeepsTheWholeFileOut() throws IOException {
    CommandRun whole = importing("A,B,4\nA,B,x\n", "--atomic");

    assertThat(whole.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(whole.err()).contains("line 3").contains("so none of the file was");
    assertThat(balances()).isEqualTo("A,10.00 B,10.00 C,10.00");
  }

  @Test
  void whatWasImportedRowByRowIsNotImportedAsAWholeNorTheOtherWayRound() throws IOException {
    importing("A,B,1\n");

    CommandRun whole = importing("A,B,1\nA,B,2\n", "--atomic");
    assertThat(whole.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(whole.err()).contains("line 2: there is a transaction rent.csv:2 already");

    assertThat(importing("A,B,1\nA,B,2\n", "--atomic", "--id-prefix", "x-").exitCode()).isZero();
    CommandRun rows = importing("A,B,1\nA,B,2\n", "--id-prefix", "x-");
    assertThat(rows.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(rows.err()).contains("was imported with --atomic, as transaction x-rent.csv:all");
    assertThat(balances()).isEqualTo("A,6.00 B,14.00 C,10.00");
  }

  @Test
  void oneIdTwiceIsRefusedBeforeAnythingIsWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("ids.csv"), "id," + HEADER + "t,A,B,1\nt,A,B,1\n");

    CommandRun whole = CommandRun.on(store, "import", "--transfers", file.toString(), "--atomic");

    assertThat(whole.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(whole.err()).contains("line 3 has the id of line 2");
    assertThat(balances()).isEqualTo("A,10.00 B,10.00 C,10.00");
  }

  @Test
  void moreRowsThanTheLimitAreRefusedBeforeAnythingIsDone() throws IOException {
    CommandRun whole = importing("A,B,0.01\n".repeat(WholeImport.MAX_ROWS + 1), "--atomic");

    assertThat(whole.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(whole.err()).contains("100001 rows; --atomic takes at most 100000");
    assertThat(balances()).isEqualTo("A,10.00 B,10.00 C,10.00");
  }

  @Test
  void aDryRunSaysWhatWouldBeAndWritesNothing() throws IOException {
    Path accounts = Files.writeString(folder.resolve("accounts.csv"), "id,balance\nN,3\nA,10\n");
    Path rest = folder.resolve("rest.csv");
    String rows = "A,B,4\nA,C,7\nN,B,3\nB,C,x\nN,B,1\n";

    CommandRun dry =
        importing(
            rows, "--dry-run", "--accounts", accounts.toString(), "--refused", rest.toString());

    assertThat(dry.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    JsonNode answer = dry.json();
    assertThat(answer.get("dryRun").asBoolean()).isTrue();
    assertThat(answer.get("wouldApply").asInt()).isEqualTo(2);
    assertThat(answer.get("wouldBeRefused").get("InsufficientFunds").asInt()).isEqualTo(2);
    assertThat(answer.get("wouldBeRefused").get("BadAmount").asInt()).isEqualTo(1);
    assertThat(answer.get("firstRefused").get("line").asInt()).isEqualTo(5);
    assertThat(Files.readAllLines(rest)).hasSize(4);
    assertThat(balances()).isEqualTo("A,10.00 B,10.00 C,10.00");
    assertThat(CommandRun.on(store, "--json", "tx", "list").out()).doesNotContain("rent.csv");

    CommandRun real = importing("A,B,4\nA,C,7\n");
    assertThat(real.json().get("applied").asInt()).isEqualTo(1);
    JsonNode again = importing("A,B,4\nA,C,7\n", "--dry-run").json();
    assertThat(again.get("alreadyDone").asInt()).isEqualTo(2);
    assertThat(again.get("wouldApply").asInt()).isEqualTo(1);
  }

  @Test
  void aDryRunIsOfEachRowByItself() throws IOException {
    CommandRun both = importing("A,B,1\n", "--dry-run", "--atomic");

    assertThat(both.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(both.complaints()).singleElement().asString().contains("--dry-run");
  }
}
