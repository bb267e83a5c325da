package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.testing.Repeated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A file with a transaction that is none")
class WrongRequestsTest {

  private static final String GOOD =
      "{\"id\": \"good\", \"operations\": [{\"insert\": \"c\", \"document\": {\"_id\": 1}}]}\n\n";

  /** Each line has a request, and behind an arrow what its message has in it. */
  private static final String TABLE = "wrong-requests.txt";

  @TempDir Path folder;

  static Stream<Arguments> faults() throws IOException {
    Path table = Path.of(System.getProperty("twophase.root"), "cli/src/test/resources", TABLE);
    return Files.readAllLines(table).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" => ", 2))
        .map(parts -> Arguments.of(Repeated.written(parts[0]), parts[1]));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void isRefusedWholeWithTheLineTheFieldAndTheValue(String bad, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.jsonl"), GOOD + bad);
    CommandRun ran = run("run", file.toString());

    assertThat(ran.exitCode()).as(ran.out()).isEqualTo(2);
    assertThat(ran.complaints()).hasSize(1);
    assertThat(ran.err()).startsWith("twophase: file " + file + ", line 3: ").contains(message);
    assertThat(ran.out()).isEmpty();
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void thatIsNoTextIsRefused() throws IOException {
    Path latin = folder.resolve("latin.jsonl");
    Files.write(latin, (GOOD + "{\"id\": \"ä\"}").getBytes(StandardCharsets.ISO_8859_1));

    assertThat(run("run", latin.toString()).complaints())
        .containsExactly("twophase: file " + latin + ", line 3: it is not text in UTF-8");
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on("embedded:" + folder.resolve("data"), arguments);
  }
}
