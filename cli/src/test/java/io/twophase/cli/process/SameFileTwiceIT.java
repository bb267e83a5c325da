package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.app.testing.SerialTransfers;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.testing.Seed;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two processes that are told to import the same file at once apply every row once, in order. */
class SameFileTwiceIT {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final List<String> AS_ONE = List.of();
  private static final List<String> LONE = List.of("--no-batches-as-one");
  private static final int ACCOUNTS = 100;
  private static final int ROWS = 1_000 * ROUNDS;

  private final Random random = Seed.random("SameFileTwiceIT");
  @TempDir Path folder;

  /** The one, and the other: each row a transaction of its own, or each batch one. */
  static Stream<Arguments> ways() {
    return Stream.of(arguments(LONE, LONE), arguments(AS_ONE, AS_ONE), arguments(AS_ONE, LONE));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void theBalancesAreThoseOfOneRowAfterTheOther(List<String> one, List<String> other)
      throws Exception {
    ImportWorkload workload = ImportWorkload.of(random, folder, ACCOUNTS);
    Path file = workload.transfers("rows.csv", ROWS);
    SerialTransfers serial = new SerialTransfers(workload.openings()).run(workload.requests());
    try (Server server = Server.start(folder)) {
      String[] asTheOne =
          workload.importing(server.uri(), file, "file", one.toArray(String[]::new));
      String[] asTheOther =
          workload.importing(server.uri(), file, "file", other.toArray(String[]::new));
      importTwice(server, workload, serial, asTheOne, asTheOther);
    }
  }

  private void importTwice(
      Server server,
      ImportWorkload workload,
      SerialTransfers serial,
      String[] asTheOne,
      String[] asTheOther)
      throws Exception {
    String uri = server.uri();
    try (RestartedProcess one = RestartedProcess.start("one", folder, asTheOne);
        RestartedProcess other = RestartedProcess.start("other", folder, asTheOther)) {
      seeThrough(one);
      seeThrough(other);
      System.out.println(
          "SameFileTwiceIT: found done by the one: %s, by the other: %s"
              .formatted(alreadyDone(one), alreadyDone(other)));

      CommandRun audit = CommandRun.on(uri, "audit");
      assertThat(audit.exitCode()).as(audit.out()).isZero();
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
