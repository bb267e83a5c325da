package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twophase.app.testing.SerialTransfers;
import io.twophase.cli.process.ImportWorkload;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import in batches, of which one record decides each, is as one row after the other. */
class ImportInBatchesTest {

  private static final int ACCOUNTS = 12;

  /** More than a batch has. */
  private static final int ROWS = 700;

  @TempDir Path folder;
  private ImportWorkload workload;

  /** Most of them good, some to oneself, and to nobody; some that cannot be used. */
  private Path rows() throws IOException {
    workload = ImportWorkload.of(Seed.random("ImportInBatchesTest"), folder, ACCOUNTS);
    Path file = workload.transfers("transfers.csv", ROWS);
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      int at = lines.size();
      lines.add((at == 0 ? "id," : "r" + at + ",") + line);
      if (at % 20 == 1) {
        lines.add("bad" + at + ",a1,a2,1.234");
      }
    }
    return Files.write(file, lines);
  }

  private CommandRun importing(Path transfers) {
    return importing("embedded:" + folder.resolve("one"), transfers, "file");
  }

  private CommandRun importing(String store, Path transfers, String order) {
    String[] command = workload.importing(store, transfers, order);
    return CommandRun.command(
        Stream.concat(Stream.of("--json"), Stream.of(command)).toArray(String[]::new));
  }

  private CommandRun on(String... words) {
    return CommandRun.on("embedded:" + folder.resolve("one"), words);
  }

  private List<String> balances() throws IOException {
    on("audit").succeeds();
    return CommandRun.balances("embedded:" + folder.resolve("one"));
  }

  @Test
  void inFileOrderAllIsAsOneRowAfterTheOtherInPartsTooAndTheSameAgainChangesNothing()
      throws IOException {
    Path rows = rows();
    List<String> all = Files.readAllLines(rows);
    importing(Files.write(rows, all.subList(0, ROWS / 3)));

    CommandRun ran = importing(Files.write(rows, all));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.json().get("unknown").asInt()).isZero();
    assertThat(ran.json().get("applied").asInt())
        .isEqualTo(new SerialTransfers(workload.openings()).run(workload.requests()).applied());
    assertThat(ran.json().get("refused").has("InsufficientFunds")).isTrue();
    assertThat(balances()).containsExactlyInAnyOrderElementsOf(workload.balances());
    ObjectNode first = figures(ran);
    ObjectNode again = figures(importing(rows));
    assertThat(again.get("alreadyDone").asInt()).isGreaterThan(first.get("alreadyDone").asInt());
    assertThat(first.put("alreadyDone", again.get("alreadyDone").asInt())).isEqualTo(again);
    assertThat(balances()).containsExactlyInAnyOrderElementsOf(workload.balances());
  }

  @Test
  void inMemoryTheAnswerIsTheSame() throws IOException {
    Path rows = rows();

    CommandRun ran = importing("memory:", rows, "file");

    assertThat(figures(ran)).isEqualTo(figures(importing(rows)));
  }

  /** The answer without what no two runs have in common. */
  private static ObjectNode figures(CommandRun ran) {
    ObjectNode figures = (ObjectNode) ran.json();
    figures.remove(List.of("seconds", "perSecond"));
    return figures;
  }
}
