package io.twophase.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.testing.CommandRun;
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
