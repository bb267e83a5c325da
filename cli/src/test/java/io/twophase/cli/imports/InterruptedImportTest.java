package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.cli.Cli;
import io.twophase.cli.context.Progress;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.StandardError;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An import that is asked to end says how far it came, and which command goes on. */
@DisabledOnOs(OS.WINDOWS)
class InterruptedImportTest {

  private static final int ROWS = 300_000;
  private static final Pattern LINE =
      Pattern.compile(
          "interrupted: (\\d+) of 300000 rows have their answer, which stays; to go on");

  @TempDir Path folder;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void onSigterm() throws Exception {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "1000000");
    CommandRun.on(store, "account", "open", "B");
    Process process = start(store);
    // the bar is there, and counts transfers
    String said =
        StandardError.ofOneInterruptedAfter(
            "transfers", process, running -> running.toHandle().destroy());

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(ExitCode.TERMINATED);
    Matcher line = LINE.matcher(said);
    assertThat(line.find()).as(said).isTrue();
    // as many as it says, each of them whole
    CommandRun audit = CommandRun.on(store, "--json", "audit");
    assertThat(audit.exitCode()).isZero();
    assertThat(audit.json().get("transactions").path("done").asLong())
        .isEqualTo(Long.parseLong(line.group(1)))
        .isLessThan(ROWS);
  }

  private Process start(String store) throws IOException {
    Path transfers = folder.resolve("transfers.csv");
    Files.writeString(
        transfers,
        IntStream.range(0, ROWS)
            .mapToObj(row -> "A,B,0.01\n")
            .collect(Collectors.joining("", "source,destination,amount\n", "")));
    String java = ProcessHandle.current().info().command().orElse("");
    assumeTrue(!java.isEmpty(), "the JVM does not tell how it was started");
    return new ProcessBuilder(
            java,
            "-D" + Progress.TERMINAL + "=true",
            "-cp",
            System.getProperty("java.class.path"),
            Cli.class.getName(),
            "--store",
            store,
            "import",
            "--transfers",
            transfers.toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
