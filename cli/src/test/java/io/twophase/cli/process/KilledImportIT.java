package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.cli.testing.AmlSim;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.testing.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import that is killed again and again leaves the balances that one in peace would. */
class KilledImportIT {

  /** How often the import of the sample is killed; more with {@code -Dtwophase.kills=20}. */
  private static final int SAMPLE_KILLS = Integer.getInteger("twophase.kills", 4);

  private final Random random = Seed.random("KilledImportIT");
  private int killed;

  @TempDir Path folder;

  @Test
  void ofARandomFile() throws Exception {
    ImportWorkload workload = ImportWorkload.of(random, folder, 300);
    Path file = workload.transfers("transfers.csv", 5_000);

    killUntilItEnds(workload.importing(store(), file, "file"), 3, 400, 1_200);

    assertThat(CommandRun.balances(store())).isEqualTo(workload.balances());
    assertThat(CommandRun.on(store(), "audit").exitCode()).isZero();
  }

  @Test
  @Tag("deep")
  void ofTheAmlSimSample() throws Exception {
    assumeTrue(AmlSim.isHere(), "skipped: " + AmlSim.FOLDER + " is not here");
    String[] onStore =
        Stream.concat(Stream.of("--store", store()), Stream.of(AmlSim.importing()))
            .toArray(String[]::new);

    killUntilItEnds(onStore, SAMPLE_KILLS, 2_000, 8_000);

    assertThat(CommandRun.balances(store()))
        .isEqualTo(Files.readAllLines(AmlSim.expectedBalances()));
  }

  /** An atomic one has happened as a whole or not at all, once recovered. */
  @Test
  void ofAllRowsOrNone() throws Exception {
    ImportWorkload workload = ImportWorkload.ofTheRich(random, folder, 1_000);
    List<String> before = workload.balances();
    Path none = workload.transfers("none.csv", 0);
    Path file = workload.transfers("transfers.csv", 5_000);
    List<String> after = workload.balances();
    assertThat(CommandRun.command(workload.importing(store(), none, "file")).exitCode()).isZero();

    String[] importing = {"--store", store(), "import", "--atomic", "--transfers", file.toString()};
    for (int kill = 0; kill < 3; kill++) {
      kill(importing, 300, 2_000);
      assertThat(CommandRun.on(store(), "recover").exitCode()).isZero();
      assertThat(CommandRun.balances(store())).isIn(before, after);
    }
    assertKilledAndEnds(importing);

    assertThat(CommandRun.balances(store())).isEqualTo(after);
    assertThat(CommandRun.on(store(), "audit").exitCode()).isZero();
  }

  private void killUntilItEnds(String[] command, int kills, int least, int most) throws Exception {
    for (int kill = 0; kill < kills; kill++) {
      kill(command, least, most);
    }
    assertKilledAndEnds(command);
  }

  private void kill(String[] command, int least, int most) throws Exception {
    if (CommandProcess.start(log(), command).killAfter(random.nextLong(least, most))) {
      killed++;
    }
  }

  private void assertKilledAndEnds(String[] command) throws Exception {
    System.out.println("KilledImportIT: killed " + killed + " times");
    assertThat(killed).isPositive();
    CommandProcess last = CommandProcess.start(log(), command);
    assertThat(last.exitCode()).as(last::output).isZero();
  }

  private Path log() {
    return folder.resolve("log");
  }

  private String store() {
    return "embedded:" + folder.resolve("data");
  }
}
