package io.twophase.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Transactions of a file")
class RunCommandTest {

  @TempDir Path folder;

  @BeforeEach
  void open() {
    run("account", "open", "ann", "--balance", "50");
    run("account", "open", "shop");
  }

  @Test
  void haveTheResultsOfRunningThemOneAfterTheOther() throws IOException {
    int rounds = 20;
    List<String> lines = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      lines.add(insert("in-" + round, "o"));
      lines.add(
          "{\"operations\": [{\"check\": \"orders\", \"id\": \"o\"},"
              + " {\"absent\": \"orders\", \"id\": \"x"
              + round
              + "\"}]}");
      lines.add("{\"operations\": [{\"remove\": \"orders\", \"id\": \"o\"}]}");
    }

    CommandRun ran = run("run", file("chain.jsonl", lines));

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).endsWith("\n" + 3 * rounds + " transactions: " + 3 * rounds + " done\n");
    assertThat(ran.out().lines().limit(3L * rounds))
        .element(3 * rounds - 1)
        .isEqualTo("chain.jsonl:" + 3 * rounds + "  done");
  }

  /** A removal and the insertion that takes its value have no document in common. */
  @Test
  void takeAUniqueValueThatOneBeforeThemGivesFree() throws IOException {
    String holder =
        "{\"id\": \"%s\", \"operations\": [{\"insert\": \"users\", \"document\": {\"_id\": \"%s\","
            + " \"email\": \"e\"}}]}";
    Path file =
        Files.write(
            folder.resolve("users.jsonl"),
            List.of(
                holder.formatted("t1", "a"),
                "{\"id\": \"t2\", \"operations\": [{\"remove\": \"users\", \"id\": \"a\"}]}",
                holder.formatted("t3", "b"),
                holder.formatted("t4", "c")));
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri())) {
      client
          .getDatabase("bank")
          .getCollection("users")
          .createIndex(Indexes.ascending("email"), new IndexOptions().unique(true));

      CommandRun ran = CommandRun.on(server.uri() + "/bank", "run", file.toString());

      assertThat(ran.out())
          .startsWith("t1  done\nt2  done\nt3  done\nt4  canceled  ")
          .endsWith("4 transactions: 3 done, 1 canceled\n");
    }
  }

  @Test
  void ofAnyOrderHaveTheirAnswersInTheOrderOfTheFile() throws IOException {
    List<String> lines =
        IntStream.rangeClosed(1, 300).mapToObj(at -> insert("in-" + at, "o" + at)).toList();

    CommandRun ran = run("run", "--order", "any", file("many.jsonl", lines));

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out().lines()).hasSize(301).element(299).isEqualTo("in-300  done");
  }

  @Test
  void comeFromStandardInputToo() {
    InputStream real = System.in;
    System.setIn(new ByteArrayInputStream(("\uFEFF" + insert("i-1", "o1")).getBytes(UTF_8)));
    try {
      assertThat(run("run", "-").out()).isEqualTo("transaction i-1  done\n");
    } finally {
      System.setIn(real);
    }
  }

  @Test
  void haveTheFaultThatEndsTheirRunForMachines() throws IOException {
    String symbol = insert("i-2", "o2").replace("\"o2\"", "\"o2\", \"s\": {\"$symbol\": \"s\"}");

    CommandRun ran = run("--json", "run", file("two.jsonl", List.of(insert("i-1", "o1"), symbol)));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
    assertThat(ran.json().get("transactions")).hasSize(1);
    assertThat(ran.json().at("/error/kind").asText()).isEqualTo("StoreRefused");
    assertThat(ran.json().at("/error/message").asText()).contains("stores no value of BSON type");
  }

  private static String insert(String id, String document) {
    return "{\"id\": \""
        + id
        + "\", \"operations\": [{\"insert\": \"orders\", \"document\": {\"_id\": \""
        + document
        + "\"}}]}";
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on("embedded:" + folder.resolve("data"), arguments);
  }

  private String file(String name, List<String> lines) throws IOException {
    return Files.write(folder.resolve(name), lines).toString();
  }
}
