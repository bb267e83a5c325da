package io.twophase.cli.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about a transaction is stored, shown and found. */
class LabelCommandsTest {

  @TempDir Path folder;

  @BeforeEach
  void openAccounts() {
    run("account", "open", "A", "--balance", "100");
    run("account", "open", "B");
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on("embedded:" + folder.resolve("data"), arguments);
  }

  private List<String> found(String... arguments) {
    List<String> line = new ArrayList<>(List.of("tx", "list", "--json"));
    line.addAll(List.of(arguments));
    JsonNode transactions = run(line.toArray(String[]::new)).json().get("transactions");
    List<String> ids = new ArrayList<>();
    transactions.forEach(one -> ids.add(one.get("id").asText()));
    ids.sort(null);
    return ids;
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void whatIsSaidIsShownAndFoundWhateverSaidIt() throws IOException {
    run(
        "transfer",
        "A",
        "B",
        "1",
        "--id",
        "t1",
        "--reference",
        "invoice 7",
        "--metadata",
        "shop=Bern",
        "--metadata",
        "a=b=c");
    run("transfer", "A", "B", "1", "--id", "t2");
    run("authorize", "A", "B", "1", "--id", "t3", "--reference", "invoice 7");
    Path requests =
        file(
            "r.json",
            "{\"id\": \"t4\", \"reference\": \"invoice 7\", \"metadata\": {\"shop\": \"Bern\"},"
                + " \"note\": \"why not\", \"operations\": [{\"debit\": \"A\", \"amount\": \"2\"},"
                + " {\"credit\": \"B\", \"amount\": \"2\"}]}");
    assertThat(run("run", requests.toString()).exitCode()).isZero();
    Path rows =
        file(
            "t.csv",
            "id,source,destination,amount,invoice\nt5,A,B,1,invoice 7\nt6,A,B,1,\nt7,A,B,1,a\tb\n");
    CommandRun imported =
        run("--json", "import", "--transfers", rows.toString(), "--columns", "reference=invoice");

    assertThat(imported.json().get("refused")).hasToString("{\"BadReference\":1}");
    assertThat(imported.complaints())
        .contains("twophase: line 4: reference 'a\ufffdb' has a control character");
    assertThat(run("tx", "show", "t1").out())
        .contains("reference      invoice 7", "metadata       shop=Bern", "metadata       a=b=c");
    assertThat(run("tx", "show", "t4", "--json").json().get("metadata"))
        .hasToString("{\"shop\":\"Bern\"}");
    assertThat(run("tx", "show", "t4", "--json").json().get("note").asText()).isEqualTo("why not");
    assertThat(run("tx", "show", "t2", "--json").json().has("reference")).isFalse();
    assertThat(found("--reference", "invoice 7")).containsExactly("t1", "t3", "t4", "t5");
    assertThat(found("--reference", "invoice 7", "--state", "done"))
        .containsExactly("t1", "t4", "t5");
    assertThat(found("--metadata", "shop=Bern")).containsExactly("t1", "t4");
    assertThat(found("--metadata", "a=b=c", "--metadata", "shop=Bern")).containsExactly("t1");
    assertThat(found("--reference", "invoice")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--reference, ' 7', 'reference '' 7'' begins or ends with white space'",
    "--metadata, shop, '--metadata ''shop'' is no K=V'",
    "--metadata, a.b=1, 'metadata key ''a.b'' has a dot'",
    "--metadata, $a=1, 'metadata key ''$a'' begins with $'",
    "--metadata, =1, 'metadata key '''' is empty'",
  })
  void whatCannotBeSaidIsOneLineAndNothingIsStored(String option, String value, String line) {
    for (String[] command :
        List.of(
            new String[] {"transfer", "A", "B", "1", option, value},
            new String[] {"authorize", "A", "B", "1", option, value},
            new String[] {"tx", "list", option, value})) {
      CommandRun refused = run(command);

      assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(refused.err()).isEqualTo("twophase: " + line + "\n");
    }
    assertThat(found()).isEmpty();
  }

  @Test
  void anEntryGivenTwiceAndAListOfWhatIsOverdueAreRefused() {
    assertThat(run("transfer", "A", "B", "1", "--metadata", "a=1", "--metadata", "a=2").err())
        .isEqualTo("twophase: --metadata 'a' is given twice\n");
    assertThat(run("tx", "list", "--overdue", "--reference", "7").exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
  }
}
