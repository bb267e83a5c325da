package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.guice.example.GuiceHost;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples run, each in a process of its own, on a class path that a host would have. */
class ExamplesTest {

  /** What a host with Guice has besides. */
  private static final List<String> GUICE =
      List.of("guice", "guava", "failureaccess", "jakarta.inject", "aopalliance");

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
}
