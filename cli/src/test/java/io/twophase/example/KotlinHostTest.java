package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host in Kotlin is compiled, without a warning, and prints what docs/tasks/kotlin.md shows. */
@Tag("deep")
class KotlinHostTest {

  private static final Path SOURCE =
      Path.of(
          System.getProperty("twophase.root"),
          "cli/src/test/kotlin/io/twophase/example/KotlinHost.kt");

  private static final List<String> COMPILER = List.of("kotlin", "annotations-");

  private static final Path PAGE =
      Path.of(System.getProperty("twophase.root"), "docs/tasks/kotlin.md");

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

    assertThat(Files.readString(PAGE))
        .endsWith(
            "```text\n"
                + HostProcess.java(
                    classes + File.pathSeparator + classPath, "io.twophase.example.KotlinHostKt")
                + "```\n");
  }

  /**
   * A name that is a word of Kotlin needs backticks, and a type that may be null needs {@code !!}.
   */
  @Test
  void theHostNeedsNeitherBackticksNorAssertions() throws Exception {
    assertThat(Files.readString(SOURCE)).doesNotContain("`", "!!");
  }
}
