package io.twophase.cli.imports;

import static io.twophase.cli.imports.WholeImport.MAX_ROWS;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the transcripts of the command cannot show: odd files, and the course of time. */
class ImportCommandTest {

  private static final String HEADER = "source,destination,amount\n";

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void openAccounts() {
    store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "100");
    CommandRun.on(store, "account", "open", "B", "--balance", "50");
  }

  private CommandRun importing(String rows, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("rent.csv"), rows);
    List<String> command = new ArrayList<>(List.of("--json", "import"));
    command.addAll(List.of("--transfers", file.toString()));
    command.addAll(List.of(more));
    return CommandRun.on(store, command.toArray(String[]::new));
  }

  private String balanceOfB() {
    return CommandRun.on(store, "--json", "account", "show", "B").json().get("balance").asText();
  }

  @Test
  void aByteOrderMarkAndWindowsLineEndsAndEmptyLinesAndColumnsAreRead() throws IOException {
    Path accounts =
        Files.writeString(folder.resolve("a.csv"), "\uFEFFid,balance\r\nA,100\r\nB,50\r\n");
    CommandRun ran =
        importing(
            "\uFEFFsource,destination,amount,,\r\n\r\nA,B,10,,\r\n   \r\nB,A,5.5,,",
            "--accounts",
            accounts.toString());

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.json().get("applied").asInt()).isEqualTo(2);
    assertThat(balanceOfB()).isEqualTo("54.50");
  }

  @Test
  void aLineOfTenMegabytesIsOneBadRow() throws IOException {
    CommandRun ran = importing(HEADER + "A,B,1\n" + "x".repeat(10_000_000) + ",B,1\nA,B,2\n");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.json().get("applied").asInt()).isEqualTo(2);
    assertThat(ran.complaints()).hasSize(2);
    assertThat(ran.complaints().get(0))
        .startsWith("twophase: line 3: account id")
        .hasSizeLessThan(200);
  }

  @Test
  void moreRowsThanTheLimitOfAWholeAreRefusedBeforeAnythingIsDone() throws IOException {
    CommandRun whole = importing(HEADER + "A,B,0.01\n".repeat(MAX_ROWS + 1), "--atomic");

    assertThat(whole.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(whole.err()).contains("100001 rows; --atomic takes at most 100000");
    assertThat(balanceOfB()).isEqualTo("50.00");
  }
}
