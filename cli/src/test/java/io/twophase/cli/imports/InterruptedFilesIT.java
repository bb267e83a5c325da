package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.twophase.cli.context.Progress;
import io.twophase.cli.process.CommandProcess;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.Signals;
import io.twophase.cli.text.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A file's import or run that is asked to end says how far it came, and which command goes on. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGINT")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class InterruptedFilesIT {

  @TempDir Path folder;

  @Test
  void anImportOnSigterm() throws Exception {
    String file = file(60_000, "source,destination,amount", row -> "A,B,0.01");

    assertInterrupted("TERM", 60_000, "rows", "import", "transfers", "--transfers", file);
  }

  @Test
  void aRunOnControlC() throws Exception {
    assumeFalse(
        Signals.isInterruptIgnored(), "SIGINT is ignored here: run the tests in the foreground");
    String file =
        file(
            8_000,
            "",
            line ->
                "{\"operations\": [{\"debit\": \"A\", \"amount\": \"0.01\"},"
                    + " {\"credit\": \"B\", \"amount\": \"0.01\"},"
                    + " {\"insert\": \"notes\", \"document\": {\"_id\": "
                    + line
                    + "}}]}");

    assertInterrupted("INT", 8_000, "transactions", "run", "transactions", file);
  }

  private String file(int lines, String header, IntFunction<String> line) throws IOException {
    Stream<String> all = IntStream.range(0, lines).mapToObj(line);
    Path file = folder.resolve("file");
    Files.write(file, Stream.concat(Stream.of(header), all).toList());
    return file.toString();
  }

  /** As many are done as it says, each of them whole, and far from all. */
  private void assertInterrupted(
      String signal, int lines, String noun, String command, String counted, String... words)
      throws Exception {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "1000000");
    CommandRun.on(store, "account", "open", "B");
    Process process = start(store, command, words);
    String said;
    try {
      // the bar is there, and counts
      said = saidBySignalled(process, signal, counted);
    } finally {
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
    }

    assertThat(process.exitValue())
        .isEqualTo(signal.equals("INT") ? ExitCode.INTERRUPTED : ExitCode.TERMINATED);
    Matcher line =
        Pattern.compile(
                "interrupted: (\\d+) of %d %s have their answer, which stays; to go on with the others: the same %s again"
                    .formatted(lines, noun, command))
            .matcher(said);
    assertThat(line.find()).as(said).isTrue();
    CommandRun audit = CommandRun.on(store, "--json", "audit");
    assertThat(audit.exitCode()).isZero();
    assertThat(audit.json().get("transactions").path("done").asLong())
        .isEqualTo(Long.parseLong(line.group(1)))
        .isLessThan(lines);
  }

  /** All that a process writes to standard error that gets a signal when it has written a text. */
  private static String saidBySignalled(Process process, String signal, String text)
      throws Exception {
    StringBuilder said = new StringBuilder();
    boolean isSent = false;
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      for (int character = err.read(); character >= 0; character = err.read()) {
        said.append((char) character);
        if (!isSent && said.indexOf(text) >= 0) {
          isSent = true;
          Signals.send(signal, process);
        }
      }
    }
    assertThat(isSent).as("ended with: " + said).isTrue();
    return said.toString();
  }

  private static Process start(String store, String command, String... words) throws IOException {
    String[] all =
        Stream.concat(Stream.of("--store", store, command), Stream.of(words))
            .toArray(String[]::new);
    return CommandProcess.builder(List.of("-D" + Progress.TERMINAL + "=true"), all)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
