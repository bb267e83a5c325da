package io.twophase.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lasts is set by a command of its own, and by no option of another. */
class StoreSetCommandTest {

  private static final String NOWHERE = "mongodb://127.0.0.1:1/bank";

  @TempDir Path folder;

  private String embedded() {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A");
    return store;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--retain=1d",
        "--retain-by=pass",
        "--receipts=forever",
        "--validators",
        "--reference-index",
        "--account-index"
      })
  void noOtherCommandSetsAnyOfIt(String option) {
    String store = embedded();
    for (List<String> words :
        List.of(
            List.of(option, "account", "list"),
            List.of("account", "list", option),
            List.of("recover", option),
            List.of("store", "show", option))) {
      CommandRun ran = CommandRun.on(store, words.toArray(String[]::new));

      assertThat(ran.exitCode()).as("%s", words).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.err()).contains("unknown option '" + option.split("=", 2)[0] + "'");
    }
    assertThat(shown(store).get("retain").asText()).isEqualTo("forever");
  }

  private static JsonNode shown(String store) {
    CommandRun ran = CommandRun.on(store, "--json", "store", "show");
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran.json();
  }

  @Test
  void theRetentionOfAPassAndItsReceiptsAreSetAndShown() {
    String store = embedded();
    assertThat(CommandRun.on(store, "store", "show").out())
        .containsPattern("finished records +kept for ever\n")
        .containsPattern("receipts of removed ones +none\n")
        .containsPattern("validators +none of this version\n");

    CommandRun set = CommandRun.on(store, "store", "set", "--retain", "90d", "--receipts", "400d");

    assertThat(set.exitCode()).as(set.err()).isEqualTo(ExitCode.DONE);
    assertThat(set.out())
        .containsPattern("finished records +kept for 90d, removed by a pass of recover\n")
        .containsPattern("receipts of removed ones +kept for 400d\n");
    JsonNode shown = shown(store);
    assertThat(shown.get("retain").asText()).isEqualTo("90d");
    assertThat(shown.get("retainBy").asText()).isEqualTo("pass");
    assertThat(shown.get("receipts").asText()).isEqualTo("400d");

    CommandRun.on(store, "store", "set", "--retain", "forever", "--receipts", "forever");
    assertThat(shown(store).get("retain").asText()).isEqualTo("forever");
    assertThat(shown(store).get("receipts").asText()).isEqualTo("forever");
  }

  @Test
  void aServersPeriodAndItsIndexesAreSetAndShownAndReadsLeaveThem() {
    MongoServer server = new MongoServer(new MemoryBackend());
    String store = server.bindAndGetConnectionString() + "/bank";
    try (MongoClient client = MongoClients.create(store)) {
      CommandRun.on(store, "account", "open", "A");
      CommandRun set = CommandRun.on(store, "store", "set", "--retain", "2d", "--account-index");
      assertThat(set.exitCode()).as(set.err()).isEqualTo(ExitCode.DONE);
      List<Document> before = indexes(client);

      JsonNode shown = shown(store);
      assertThat(shown.get("retain").asText()).isEqualTo("2d");
      assertThat(shown.get("retainBy").asText()).isEqualTo("server");
      assertThat(shown.get("accountIndex").asBoolean()).isTrue();
      assertThat(shown.get("referenceIndex").asBoolean()).isFalse();
      CommandRun.on(store, "account", "list");
      assertThat(indexes(client)).isEqualTo(before);
    } finally {
      server.shutdownNow();
    }
  }

  private static List<Document> indexes(MongoClient client) {
    return client
        .getDatabase("bank")
        .getCollection("transactions")
        .listIndexes()
        .into(new ArrayList<>());
  }

  @Test
  void aServerThatKeepsNoValidatorsOrPeriodsIsToldInOneLine() {
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("server"), 0)) {
      CommandRun retain = CommandRun.on(server.uri(), "store", "set", "--retain", "90d");
      assertThat(retain.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
      assertThat(retain.complaints())
          .singleElement()
          .asString()
          .contains("refuses to remove finished records of twophase.transactions after a time");

      assertThat(CommandRun.on(server.uri(), "store", "set", "--validators").complaints())
          .singleElement()
          .asString()
          .contains("validator of accounts");
      assertThat(CommandRun.on(server.uri(), "account", "list").exitCode()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory: | --validators | --validators is for a mongodb:// store",
        "memory: | --reference-index | --reference-index is for a mongodb:// store",
        "memory: | --account-index | --account-index is for a mongodb:// store",
        "memory: | --retain 90d --retain-by server | --retain-by server is for a mongodb:// store",
        "memory: | --retain 90d --retain-by me | --retain-by 'me' is neither server nor pass",
        "memory: | --retain-by pass | --retain-by needs --retain PERIOD",
        "memory: | --receipts 90d | --receipts needs --retain PERIOD",
        "memory: | --retain 90d --receipts 30d | --receipts 30d: receipts for PT720H go before the"
            + " records, which stay for PT2160H",
        "memory: | --retain 90d --receipts soon | --receipts 'soon' is not a duration such as 30m,"
            + " 10s, 0.5s or 90d, or forever",
        "memory: | --retain 90d | store 'memory:' is a new one each time, and keeps no settings:"
            + " name embedded:DIR or mongodb://…",
        NOWHERE
            + " | --retain 2h | --retain 2h: retention PT2H is below PT24H, the shortest that"
            + " can be safe",
        NOWHERE
            + " | --retain soon | --retain 'soon' is not a duration such as 30m, 10s, 0.5s or"
            + " 90d, or forever",
        NOWHERE
            + " | --retain 90d --receipts 400d | --receipts needs --retain-by pass: the server"
            + " leaves none of what it removes",
        "memory: | --verbose | nothing to set is given: --retain, --validators, --reference-index"
            + " or --account-index; twophase store show shows what is set"
      })
  void whatCannotBeSetIsBadInputInOneLine(String store, String options, String line) {
    List<String> words = new ArrayList<>(List.of("store", "set"));
    words.addAll(List.of(options.split(" ", -1)));

    CommandRun ran = CommandRun.on(store, words.toArray(String[]::new));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints()).first().isEqualTo("twophase: " + line);
  }

  @Test
  void aStoreThatIsNotThereHasNoSettings() {
    CommandRun ran = CommandRun.on("embedded:" + folder.resolve("no"), "store", "show");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err()).contains("there is no directory");
    assertThat(folder.resolve("no")).doesNotExist();
  }
}
