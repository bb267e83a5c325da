package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.SerialTransfers;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.testing.Seed;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes that are told to import the same file at once apply every row once, in order. */
@Tag("deep")
class SameFileTwiceIT {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int ACCOUNTS = 100;
  private static final int ROWS = 500 * ROUNDS;

  private final Random random = Seed.random("SameFileTwiceIT");
  @TempDir Path folder;

  @Test
  void theBalancesAreThoseOfOneRowAfterTheOther() throws Exception {
    ImportWorkload workload = ImportWorkload.of(random, folder, ACCOUNTS);
    Path file = workload.transfers("rows.csv", ROWS);
    SerialTransfers serial = new SerialTransfers(workload.openings()).run(workload.requests());
    try (Server server = Server.start(folder)) {
      importTwice(server, workload, serial, workload.importing(server.uri(), file, "file"));
    }
  }

  private void importTwice(
      Server server, ImportWorkload workload, SerialTransfers serial, String[] importing)
      throws Exception {
    String uri = server.uri();
    try (RestartedProcess one = RestartedProcess.start("one", folder, importing);
        RestartedProcess other = RestartedProcess.start("other", folder, importing)) {
      seeThrough(one);
      seeThrough(other);
      System.out.println(
          "SameFileTwiceIT: found done by the one: %s, by the other: %s"
              .formatted(alreadyDone(one), alreadyDone(other)));

      CommandRun.on(uri, "audit").succeeds();
      Documents documents = Documents.on(uri);
      documents.checkDecidedOnce(workload.requests());
      documents.checkReplay(workload.openings());
      assertThat(documents.balances()).isEqualTo(serial.balances());
      assertThat(documents.count("done", "")).isEqualTo(serial.applied());
      assertThat(server.processes()).allMatch(RestartedProcess::isAtWork);
    }
  }

  /** One that gives up waiting for the other says so, and goes on when it is started again. */
  private static void seeThrough(RestartedProcess process) throws Exception {
    process.exitCode();
    while (!process.isDone()) {
      process.revive();
      process.exitCode();
    }
  }

  private static String alreadyDone(RestartedProcess process) {
    return process
        .output()
        .lines()
        .filter(line -> line.startsWith("of them already done"))
        .map(line -> line.replaceAll("\\D", ""))
        .findFirst()
        .orElseThrow();
  }
}
