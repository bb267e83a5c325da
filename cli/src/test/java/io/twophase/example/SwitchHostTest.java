package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host on a newer JDK switches over the outcomes as docs/tasks/switch.md shows. */
class SwitchHostTest {

  private static final Path SOURCE =
      Path.of(
          System.getProperty("twophase.root"),
          "cli/src/test/java21/io/twophase/example/SwitchHost.java");

  private static final Path JAVA =
      Path.of(
          System.getProperty("twophase.newer.java", System.getProperty("java.home") + "/bin/java"));

  private static final Path PAGE =
      Path.of(System.getProperty("twophase.root"), "docs/tasks/switch.md");

  @TempDir Path classes;

  @Test
  void aHostSwitchesOverTheOutcomes() throws Exception {
    String javac = JAVA.resolveSibling("javac").toString();
    int version =
        Integer.parseInt(
            HostProcess.output(List.of(javac, "--version"))
                .replaceAll("\\D*(\\d+)[\\s\\S]*", "$1"));
    assumeTrue(version >= 21, "a JDK 21 or newer, by -Dtwophase.newer.java=…");
    String classPath = HostProcess.classPath(HostProcess.LIBRARIES);

    HostProcess.output(
        List.of(
            javac,
            "--release=21",
            "-proc:none",
            "-cp",
            classPath,
            "-d",
            classes.toString(),
            SOURCE.toString()));

    assertThat(Files.readString(PAGE))
        .endsWith(
            "```text\n"
                + HostProcess.java(
                    JAVA,
                    classes + File.pathSeparator + classPath,
                    "io.twophase.example.SwitchHost")
                + "```\n");
  }
}
