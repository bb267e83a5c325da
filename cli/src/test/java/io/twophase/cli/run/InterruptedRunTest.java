package io.twophase.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.twophase.cli.Cli;
import io.twophase.cli.context.Progress;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.Signals;
import io.twophase.cli.testing.StandardError;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A run that is asked to end says how far it came, and which command goes on. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGINT")
class InterruptedRunTest {

  /** Far more than are done before the signal comes. */
  private static final int LINES = 20_000;

  private static final Pattern LINE =
      Pattern.compile(
          "interrupted: (\\d+) of 20000 transactions have their answer, which stays; to go on with"
              + " the others: the same run again");

  @TempDir Path folder;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void onControlC() throws Exception {
    assumeFalse(
        Signals.isInterruptIgnored(), "SIGINT is ignored here: run the tests in the foreground");
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "1000000");
    CommandRun.on(store, "account", "open", "B");
    Process process = start(store);
    String said;
    try {
      // the bar is there, and counts transactions
      said =
          StandardError.ofOneInterruptedAfter(
              "transactions", process, running -> Signals.send("INT", running));
    } finally {
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
    }

    assertThat(process.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
    Matcher line = LINE.matcher(said);
    assertThat(line.find()).as(said).isTrue();
    // as many as it says, each of them whole
    CommandRun audit = CommandRun.on(store, "--json", "audit");
    assertThat(audit.exitCode()).isZero();
    assertThat(audit.json().get("transactions").path("done").asLong())
        .isEqualTo(Long.parseLong(line.group(1)))
        .isLessThan(LINES);
  }

  private Process start(String store) throws IOException {
    Path file = folder.resolve("transactions.jsonl");
    Files.write(
        file,
        IntStream.range(0, LINES)
            .mapToObj(
                line ->
                    "{\"operations\": [{\"debit\": \"A\", \"amount\": \"0.01\"},"
                        + " {\"credit\": \"B\", \"amount\": \"0.01\"},"
                        + " {\"insert\": \"notes\", \"document\": {\"_id\": "
                        + line
                        + "}}]}")
            .toList());
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-D" + Progress.TERMINAL + "=true",
            "-cp",
            System.getProperty("java.class.path"),
            Cli.class.getName(),
            "--store",
            store,
            "run",
            file.toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
