package io.twophase.cli.text;

import static io.twophase.cli.text.ExitCode.OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.cli.Cli;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.storage.Child;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Output that cannot be written has an exit code and a line. */
class UnwritableOutputTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "6, --help",
    "6, --version",
    "6, --store memory: audit",
    "6, --store memory: --json account list",
    "6, --store memory: account show nowhere --json",
    "6, --store mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50 --json audit",
    "2, --json frobnicate",
    "1, --store memory: account show nowhere",
    "2, --store memory: server --port 70000"
  })
  void theFirstOfTheCodesThatHoldIsAnswered(int exitCode, String command) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int answered = Cli.run(command.split(" ", -1), new Full(), err);

    assertThat(answered).isEqualTo(exitCode);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("twophase: ");
  }

  @Test
  void theReasonIsSaid() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    Cli.run(new String[] {"--version"}, new Full(), err);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "twophase: standard output cannot be written: no space left on device; what the"
                + " command did is done all the same\n");
  }

  @Test
  void whatIsDoneStaysDoneWhenItCannotBeTold() {
    String store = "embedded:" + folder.resolve("data");
    String[] open = {"--store", store, "account", "open", "A", "--balance", "5"};

    assertThat(Cli.run(open, new Full(), OutputStream.nullOutputStream())).isEqualTo(OUTPUT);

    assertThat(
            CommandRun.on(store, "--json", "account", "show", "A").json().get("balance").asText())
        .isEqualTo("5.00");
  }

  @Test
  @Timeout(60)
  void anEventThatIsFollowedIsALineOfJson() throws IOException {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "events", "on").succeeds();
    CommandRun.on(store, "account", "open", "A", "--balance", "5").succeeds();
    CommandRun.on(store, "account", "open", "B").succeeds();
    CommandRun.on(store, "transfer", "A", "B", "1", "--id", "a\u2028b").succeeds();
    CommandRun.on(store, "transfer", "A", "B", "1", "--id", "c").succeeds();
    String[] followed = {"--store", store, "--json", "events", "--follow"};
    FullAfterALine out = new FullAfterALine();

    assertThat(Cli.run(followed, out, OutputStream.nullOutputStream())).isEqualTo(ExitCode.OUTPUT);

    assertThat(new ObjectMapper().readTree(out.line.toByteArray()).at("/transaction/id").asText())
        .isEqualTo("a\u2028b");
  }

  @Test
  void aServerThatCannotSayWhereItListensEnds() {
    String[] server = {"server", "--port", "0", "--dir", folder.resolve("data").toString()};

    assertThat(Cli.run(server, new Full(), OutputStream.nullOutputStream())).isEqualTo(OUTPUT);
  }

  @Test
  void theSameOfAProcessWhoseOutputIsFullOrClosed() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full here");
    for (String output : new String[] {">/dev/full", ">&-"}) {
      Process process = Child.start("exec " + output + ";", Cli.class, "--version");
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(output + ": " + said).isEqualTo(OUTPUT);
      assertThat(said).contains("standard output cannot be written");
    }
  }

  /** A stream that is full after a line. */
  private static final class FullAfterALine extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void write(int single) throws IOException {
      if (line.toString(StandardCharsets.UTF_8).endsWith("\n")) {
        throw new IOException("No space left on device");
      }
      line.write(single);
    }
  }

  /** As /dev/full is. */
  private static final class Full extends OutputStream {
    @Override
    public void write(int single) throws IOException {
      throw new IOException("No space left on device");
    }
  }
}
