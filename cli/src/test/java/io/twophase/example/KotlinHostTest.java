package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host in Kotlin is compiled, without a warning, and runs. */
class KotlinHostTest {

  private static final Path SOURCE =
      Path.of(
          System.getProperty("twophase.root"),
          "cli/src/test/kotlin/io/twophase/example/KotlinHost.kt");

  private static final List<String> COMPILER = List.of("kotlin", "annotations-");

  @TempDir Path classes;

  @Test
  void aKotlinHostPaysOrders() throws Exception {
    String classPath =
        String.join(
            File.pathSeparator,
            HostProcess.classPath(HostProcess.LIBRARIES),
            HostProcess.jars(List.of("kotlin-stdlib")));

    HostProcess.java(
        HostProcess.jars(COMPILER),
        "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
        "-Werror",
        "-no-stdlib",
        "-no-reflect",
        "-cp",
        classPath,
        "-d",
        classes.toString(),
        SOURCE.toString());

    assertThat(
            HostProcess.java(
                    classes + File.pathSeparator + classPath, "io.twophase.example.KotlinHostKt")
                .lines())
        .containsExactly(
            "order 6 is paid",
            "pay-7: Receipt(order=7, cents=1999)",
            "pay-again is declined: already paid");
  }

  /**
   * A name that is a word of Kotlin needs backticks, and a type that may be null needs {@code !!}.
   */
  @Test
  void theHostNeedsNeitherBackticksNorAssertions() throws Exception {
    assertThat(Files.readString(SOURCE)).doesNotContain("`", "!!");
  }
}
