package io.twophase.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A host's tests may have JUnit 5.12: the other tests of this module run by it too. */
class OldestJUnitTest {

  /** The build copies JUnit's launcher with all of JUnit to this directory. */
  private static final Path JARS =
      Path.of(System.getProperty("twophase.root"), "hosts/junit/target/junit-lowest");

  private static final List<String> OF_JUNIT = List.of("junit-", "opentest4j", "apiguardian");

  @Test
  void theOtherTestsRunByJUnit5() throws Exception {
    Path launcher = jar("junit-platform-console-standalone-1.12");
    String classPath = jar("junit-platform-testkit-1.12") + File.pathSeparator + withoutJUnit();

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                launcher.toString(),
                "execute",
                "--disable-banner",
                "--details=summary",
                "--class-path=" + classPath,
                "--select-package=io.twophase.junit",
                "--exclude-classname=" + OldestJUnitTest.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output)
        .containsPattern("\\[ +[1-9][0-9]+ tests successful +\\]")
        .containsPattern("\\[ +0 tests failed +\\]");
  }

  private static Path jar(String name) throws IOException {
    try (Stream<Path> jars = Files.list(JARS)) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith(name))
          .findFirst()
          .orElseThrow(() -> new AssertionError("the build copies " + name + " to " + JARS));
    }
  }

  private static String withoutJUnit() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !isOfJUnit(Path.of(entry).getFileName().toString()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isOfJUnit(String jar) {
    return OF_JUNIT.stream().anyMatch(jar::startsWith);
  }
}
