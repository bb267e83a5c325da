package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.guice.example.GuiceHost;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples run, each in a process of its own, on a class path that a host would have. */
class ExamplesTest {

  /** What a host with Guice has besides. */
  private static final List<String> GUICE =
      List.of("guice", "guava", "failureaccess", "jakarta.inject", "aopalliance");

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));
  private static final String NEWER_JAVA =
      System.getProperty("twophase.newer.java", System.getProperty("java.home") + "/bin/java");

  @Test
  void aPlainHostMovesMoney() throws Exception {
    assertThat(HostProcess.run(HostProcess.LIBRARIES, TransferMoney.class))
        .startsWith("true")
        .contains("1100.00 USD");
  }

  @Test
  void aGuiceHostPaysAnInvoiceOnce() throws Exception {
    List<String> libraries = Stream.concat(HostProcess.LIBRARIES.stream(), GUICE.stream()).toList();
    assertThat(HostProcess.run(libraries, GuiceHost.class)).startsWith("invoice-1 is paid\n");
  }

  @Test
  void aHostServesTheConsole() throws Exception {
    List<String> libraries =
        Stream.concat(
                HostProcess.LIBRARIES.stream(), Stream.of("jackson-", "jmustache", "commons-"))
            .toList();

    assertThat(HostProcess.run(libraries, ConsoleHost.class)).contains("<title>", "ops, operator");
  }

  /** What comes besides the jars of Twophase itself. */
  @Test
  void eightJarsOfOthersReachAHostWithoutGuice() {
    List<String> jars =
        Arrays.stream(HostProcess.classPath(HostProcess.LIBRARIES).split(File.pathSeparator))
            .map(entry -> Path.of(entry).getFileName().toString())
            .filter(name -> name.endsWith(".jar") && !name.startsWith("twophase-"))
            .map(name -> name.replaceFirst("-[0-9].*", ""))
            .distinct()
            .sorted()
            .toList();
    assertThat(jars)
        .containsExactly(
            ("bson bson-record-codec jspecify mongodb-driver-core mongodb-driver-sync slf4j-api"
                    + " vavr vavr-match")
                .split(" "));
  }

  private static void assertShown(String task, String printed) throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs/tasks").resolve(task)))
        .endsWith("```text\n" + printed + "```\n");
  }

  /** The launcher of a newer JDK compiles the host, which switches over the outcomes. */
  @Test
  void aHostSwitchesOverTheOutcomes() throws Exception {
    String version = HostProcess.output(List.of(NEWER_JAVA, "--version"));
    assumeTrue(
        Integer.parseInt(version.replaceAll("\\D*(\\d+)[\\s\\S]*", "$1")) >= 21,
        "a JDK 21 or newer, by -Dtwophase.newer.java=…");
    String host = "cli/src/test/java21/io/twophase/example/SwitchHost.java";

    assertShown(
        "switch.md",
        HostProcess.java(
            Path.of(NEWER_JAVA),
            HostProcess.classPath(HostProcess.LIBRARIES),
            ROOT.resolve(host).toString()));
  }

  /**
   * The compiler warns of nothing. A name that is a word of Kotlin would need backticks, and a type
   * that may be null {@code !!}.
   */
  @Tag("deep")
  @Test
  void aKotlinHostPaysOrders(@TempDir Path classes) throws Exception {
    Path source = ROOT.resolve("cli/src/test/kotlin/io/twophase/example/KotlinHost.kt");
    assertThat(Files.readString(source)).doesNotContain("`", "!!");
    String classPath =
        String.join(
            File.pathSeparator,
            HostProcess.classPath(HostProcess.LIBRARIES),
            HostProcess.jars(List.of("kotlin-stdlib")));
    HostProcess.java(
        HostProcess.jars(List.of("kotlin", "annotations-")),
        "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
        "-Werror",
        "-no-stdlib",
        "-no-reflect",
        "-cp",
        classPath,
        "-d",
        classes.toString(),
        source.toString());

    assertShown(
        "kotlin.md",
        HostProcess.java(
            classes + File.pathSeparator + classPath, "io.twophase.example.KotlinHostKt"));
  }
}
