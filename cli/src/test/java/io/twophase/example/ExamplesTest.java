package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.guice.example.GuiceHost;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples run, each in a process of its own, on a class path that a host would have. */
class ExamplesTest {

  /** What a host gets with the application, and no more: the jars that start so. */
  private static final List<String> HOST_LIBRARIES =
      List.of("vavr", "jspecify", "mongodb-driver", "bson", "slf4j-api");

  /** What a host with Guice has besides. */
  private static final List<String> GUICE =
      List.of("guice", "guava", "failureaccess", "jakarta.inject", "aopalliance");

  @Test
  void aPlainHostMovesMoney() throws Exception {
    assertThat(run(HOST_LIBRARIES, TransferMoney.class)).startsWith("true").contains("110000");
  }

  @Test
  void aGuiceHostPaysAnInvoiceOnce() throws Exception {
    List<String> libraries = Stream.concat(HOST_LIBRARIES.stream(), GUICE.stream()).toList();
    assertThat(run(libraries, GuiceHost.class)).startsWith("invoice-1 is paid\n");
  }

  @Test
  void aHostServesTheConsole() throws Exception {
    List<String> libraries =
        Stream.concat(HOST_LIBRARIES.stream(), Stream.of("jackson-", "jmustache", "commons-"))
            .toList();

    assertThat(run(libraries, ConsoleHost.class)).contains("<title>", "ops, operator");
  }

  /** What comes besides the jars of Twophase itself. */
  @Test
  void eightJarsOfOthersReachAHostWithoutGuice() {
    List<String> jars =
        Arrays.stream(hostClassPath(HOST_LIBRARIES).split(File.pathSeparator))
            .map(entry -> Path.of(entry).getFileName().toString())
            .filter(name -> name.endsWith(".jar") && !name.startsWith("twophase-"))
            .map(name -> name.replaceFirst("-[0-9].*", ""))
            .distinct()
            .sorted()
            .toList();
    assertThat(jars)
        .containsExactly(
            "bson",
            "bson-record-codec",
            "jspecify",
            "mongodb-driver-core",
            "mongodb-driver-sync",
            "slf4j-api",
            "vavr",
            "vavr-match");
  }

  private static String run(List<String> libraries, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    hostClassPath(libraries),
                    program.getName()),
                Arrays.stream(arguments))
            .toList();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }

  private static String hostClassPath(List<String> libraries) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> isForHosts(entry, libraries))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isForHosts(String entry, List<String> libraries) {
    String name = Path.of(entry).getFileName().toString();
    boolean ours = new File(entry).isDirectory() || name.startsWith("twophase-");
    return ours || libraries.stream().anyMatch(name::startsWith);
  }
}
