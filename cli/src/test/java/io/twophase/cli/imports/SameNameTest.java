package io.twophase.cli.imports;

import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two files of one name, yesterday's and today's, are distinguished by their contents. */
class SameNameTest {

  private static final String HEADER = "source,destination,amount\n";
  private static final String YESTERDAY = HEADER + "A,B,10\nA,B,5\n";

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void openAccounts() {
    store = "embedded:" + folder.resolve("data");
    assertThat(CommandRun.on(store, "account", "open", "A", "--balance", "100").exitCode())
        .isZero();
    assertThat(CommandRun.on(store, "account", "open", "B").exitCode()).isZero();
  }

  private CommandRun importing(String rows, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("rent.csv"), rows);
    List<String> command =
        new ArrayList<>(List.of("--json", "import", "--transfers", file.toString()));
    command.addAll(List.of(more));
    return CommandRun.on(store, command.toArray(String[]::new));
  }

  /** Has what is there removed, as if it had been finished two days ago. */
  private void ageAndRemove() {
    Date twoDaysAgo = Date.from(Instant.now().minus(Duration.ofDays(2)));
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoClient client = MongoClients.create(server.uri())) {
      MongoCollection<Document> records =
          client.getDatabase("twophase").getCollection("transactions");
      for (String ended : List.of("endedAt", "finishedAt")) {
        records.updateMany(
            exists(ended), combine(set("decidedAt", twoDaysAgo), set(ended, twoDaysAgo)));
      }
    }
    assertThat(CommandRun.on(store, "recover").exitCode()).isZero();
    assertThat(CommandRun.on(store, "tx", "show", "rent.csv:2").out())
        .contains("its record was removed");
  }

  private String balanceOfB() {
    return CommandRun.on(store, "--json", "account", "show", "B").json().get("balance").asText();
  }

  @Test
  void theSameFileAgainIsNoOtherFile() throws IOException {
    importing(YESTERDAY);

    CommandRun again = importing(YESTERDAY);

    assertThat(again.json().get("sameNameOtherFile").asInt()).isZero();
    assertThat(again.err()).doesNotContain("another file");
  }

  @Test
  void rowsThatAnotherFileHasTakenAreCountedApartAndSaidLoudly() throws IOException {
    importing(YESTERDAY);

    // line 2 is equal, line 3 is not, line 4 is new
    CommandRun today = importing(HEADER + "A,B,10\nA,B,7\nA,B,1\n");

    JsonNode answer = today.json();
    assertThat(today.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(answer.get("applied").asInt()).isEqualTo(1);
    assertThat(answer.get("sameNameOtherFile").asInt()).isEqualTo(2);
    assertThat(answer.get("alreadyDone").asInt()).isZero();
    assertThat(answer.get("refused").get("IdReused").asInt()).isEqualTo(2);
    assertThat(answer.get("unknown").asInt()).isZero();
    assertThat(today.err())
        .contains("rent.csv: another file of this name was imported before", "2 rows")
        .contains("these 1 are done", "--id-prefix NAME, without the 1 row applied now");
    assertThat(balanceOfB()).isEqualTo("16.00");
  }

  @Test
  void whatMayHaveMovedBeforeIsNotInTheFileOfRefusedRows() throws IOException {
    importing(YESTERDAY + "A,B,1000\n");
    Path refused = folder.resolve("refused.csv");
    String grown = HEADER + "A,B,10\nA,B,6\nA,B,1000\nA,B,1\n";

    for (List<String> dry : List.of(List.of("--dry-run"), List.<String>of())) {
      List<String> options = new ArrayList<>(List.of("--refused", refused.toString()));
      options.addAll(dry);
      assertThat(importing(grown, options.toArray(String[]::new)).exitCode())
          .isEqualTo(ExitCode.REFUSED);

      assertThat(Files.readAllLines(refused))
          .hasSize(3)
          .noneMatch(line -> line.startsWith("2,"))
          .anyMatch(line -> line.startsWith("3,rent.csv:3,A,B,6,IdReused,"))
          .anyMatch(line -> line.startsWith("4,rent.csv:4,A,B,1000,IdReused,"));
    }
  }

  @Test
  void whatAnotherFileWasRefusedIsNoAnswerToThisOne() throws IOException {
    importing(HEADER + "A,B,1000\n");

    CommandRun today = importing(HEADER + "A,B,1000\nA,B,1\n");

    assertThat(today.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(today.json().get("refused").get("IdReused").asInt()).isEqualTo(1);
    assertThat(today.json().get("refused").has("InsufficientFunds")).isFalse();
  }

  @Test
  void idsThatWereUsedForOtherTransfersAreNotAppliedEither() throws IOException {
    importing("id,source,destination,amount\nr1,A,B,10\n");

    CommandRun other = importing("id,source,destination,amount\nr1,A,B,11\nr2,A,B,1\n");

    assertThat(other.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(other.json().get("refused").get("IdReused").asInt()).isEqualTo(1);
    assertThat(other.json().get("sameNameOtherFile").asInt()).isZero();
    assertThat(other.err()).contains("1 row not applied, whose ids were used before");
  }

  @Test
  void aDryRunTellsThemApartToo() throws IOException {
    importing(YESTERDAY);

    CommandRun today = importing(HEADER + "A,B,10\nA,B,7\nA,B,1\n", "--dry-run");

    assertThat(today.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(today.json().get("wouldBeRefused").get("IdReused").asInt()).isEqualTo(2);
    assertThat(today.json().get("wouldApply").asInt()).isEqualTo(1);
    assertThat(today.json().get("alreadyDone").asInt()).isZero();
    assertThat(importing(YESTERDAY, "--dry-run").json().get("alreadyDone").asInt()).isEqualTo(2);
  }

  @Test
  void anotherFileAsAWholeThatComesToTheSameIsNotApplied() throws IOException {
    assertThat(importing(YESTERDAY, "--atomic").exitCode()).isZero();
    assertThat(importing(YESTERDAY, "--atomic").json().get("alreadyDone").asInt()).isEqualTo(2);

    Path rest = folder.resolve("refused.csv");
    CommandRun today =
        importing(HEADER + "A,B,5\nA,B,10\n", "--atomic", "--refused", rest.toString());

    assertThat(Files.readAllLines(rest)).hasSize(1);

    assertThat(today.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(today.json().get("applied").asInt()).isZero();
    assertThat(today.json().get("refused").get("IdReused").asInt()).isEqualTo(2);
    assertThat(today.err()).contains("by another file of this name", "--id-prefix NAME");
    assertThat(balanceOfB()).isEqualTo("15.00");
  }

  @Test
  void aRowOfWhichOnlyAReceiptIsLeftIsDone() throws IOException {
    importing(YESTERDAY);
    assertThat(
            CommandRun.on(store, "store", "set", "--retain", "1d", "--receipts", "forever")
                .exitCode())
        .isZero();
    ageAndRemove();

    for (CommandRun again : List.of(importing(YESTERDAY), importing(YESTERDAY, "--dry-run"))) {
      assertThat(again.exitCode()).isZero();
      assertThat(again.json().get("alreadyDone").asInt()).isEqualTo(2);
      assertThat(again.err())
          .contains("rent.csv: 2 rows were done by an import whose file is not known any more")
          .doesNotContain("--id-prefix");
    }
    assertThat(balanceOfB()).isEqualTo("15.00");
  }

  @Test
  void theTextCountsThemToo() throws IOException {
    importing(YESTERDAY);
    Path file = Files.writeString(folder.resolve("rent.csv"), HEADER + "A,B,10\n");

    CommandRun today = CommandRun.on(store, "import", "--transfers", file.toString());

    assertThat(today.out()).containsPattern("of another file of this name +1\\b");
  }

  @Test
  void aPrefixTellsThemApart() throws IOException {
    importing(YESTERDAY);

    CommandRun today = importing(YESTERDAY, "--id-prefix", "2026-11-22/");

    assertThat(today.json().get("applied").asInt()).isEqualTo(2);
    assertThat(today.json().get("alreadyDone").asInt()).isZero();
    assertThat(balanceOfB()).isEqualTo("30.00");
    assertThat(CommandRun.on(store, "tx", "show", "2026-11-22/rent.csv:2").exitCode()).isZero();
  }

  @Test
  void aPrefixThatNoIdCanBeginWithIsRefused() throws IOException {
    CommandRun refused = importing(YESTERDAY, "--id-prefix", " x");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--id-prefix").contains("white space");
  }

  @Test
  void idsThatTheRowsBringAreTheirs() throws IOException {
    importing("id,source,destination,amount\nr1,A,B,10\n");

    CommandRun more = importing("id,source,destination,amount\nr1,A,B,10\nr2,A,B,10\n");

    assertThat(more.json().get("sameNameOtherFile").asInt()).isZero();
    assertThat(more.json().get("alreadyDone").asInt()).isEqualTo(1);
  }

  @Test
  void theRecordKeepsTheRowOfItsFile() throws IOException {
    importing(YESTERDAY);

    JsonNode shown =
        CommandRun.on(store, "--json", "tx", "show", "rent.csv:3").json().get("import");

    assertThat(shown.get("row").asInt()).isEqualTo(3);
    // printf 'source,destination,amount\nA,B,10\nA,B,5\n' | sha256sum
    assertThat(shown.get("sha256").asText())
        .isEqualTo("0e77b17eae95887639bbd133ea7e1a15d8dbc11fe58dfa97edad10623b01dd4f");
  }
}
