package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The charts of a bench replace no device, no link, no mode and no other output. */
class ChartFilesTest {

  private static final String NAME = "throughput-0ms.png";
  private static final byte[] PICTURE = {1, 2, 3};

  @TempDir Path folder;

  @Test
  void aFolderThatIsNotThereIsMade() {
    Path made = folder.resolve("a/b");

    write(made);

    assertThat(made.resolve(NAME)).hasBinaryContent(PICTURE);
  }

  @Test
  void whatMustNotBeReplacedIsNamedBeforeAnythingIsMeasured() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full here");
    Files.createSymbolicLink(folder.resolve("growth-recovery.png"), Path.of("/dev/full"));
    Files.createDirectory(folder.resolve("latency-p99-2ms.png"));
    Path file = Files.writeString(folder.resolve("file"), "text");

    assertThat(refused("--grow", "--charts", folder.toString()))
        .contains("--charts", "growth-recovery.png", "device");
    assertThat(refused("--charts", folder.toString()))
        .contains("--charts", "latency-p99-2ms.png", "folder");
    assertThat(refused("--charts", file.toString())).contains("--charts", file + " is no folder");
    assertThat(file).hasContent("text");
    assertThat(contents())
        .containsExactlyInAnyOrder("growth-recovery.png", "latency-p99-2ms.png", "file");
  }

  @Test
  void oneFileIsNotWrittenAsTwo() throws IOException {
    assertThat(
            refused(
                "--charts",
                folder.toString(),
                "--latency",
                "0.0005s",
                "--out",
                folder.resolve("throughput-0.5ms.png").toString()))
        .contains("--charts", "throughput-0.5ms.png", "--out");
    assertThat(contents()).isEmpty();
  }

  private static void write(Path folder) {
    try (BenchCommand.ChartFiles files =
        BenchCommand.ChartFiles.begin(folder, List.of(NAME), null)) {
      files.write(Map.of(NAME, PICTURE));
    }
  }

  private static String refused(String... more) {
    CommandRun ran =
        CommandRun.command(
            Stream.concat(Stream.of("bench"), Stream.of(more)).toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.complaints()).hasSize(1);
    return ran.complaints().get(0);
  }

  private List<String> contents() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
