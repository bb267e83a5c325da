package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The class-data archive of {@code ./twophase} can be written. The launcher goes on without one,
 * and each command then takes half as long again: nobody would see why.
 */
class QuickStartsIT {

  private static final Path JAR =
      Path.of(System.getProperty("twophase.root", "."), "cli", "target", "twophase.jar");

  @TempDir Path folder;

  @Test
  void theArchiveIsWritten() throws Exception {
    assumeTrue(Files.exists(JAR), "skipped: there is no " + JAR);
    Path archive = folder.resolve("twophase.jsa");
    Path output = folder.resolve("output");

    Process process =
        new ProcessBuilder(writing(archive))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(read(output)).isZero();
    assertThat(archive).isNotEmptyFile();
  }

  /** The command line of the launcher's {@code prepare}. */
  private List<String> writing(Path archive) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:ErrorFile=" + folder.resolve("error.log"),
        "-XX:ArchiveClassesAtExit=" + archive,
        "-cp",
        JAR.toString(),
        WarmUp.class.getName());
  }

  private static String read(Path output) throws IOException {
    return Files.readString(output);
  }
}
