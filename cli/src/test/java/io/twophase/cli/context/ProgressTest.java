package io.twophase.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The bar is there before anything is counted. */
@Execution(ExecutionMode.SAME_THREAD)
class ProgressTest {

  @Test
  void aBarIsThereAtOnce() {
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    System.setProperty(Progress.TERMINAL, "true");
    try (Progress progress = Progress.of("import", -1, true, terminal)) {
      assertThat(terminal.toString(StandardCharsets.UTF_8)).contains("import");

      progress.phase("transfers", 7);
      assertThat(terminal.toString(StandardCharsets.UTF_8)).contains("transfers", "/7");
    } finally {
      System.clearProperty(Progress.TERMINAL);
    }
  }

  @Test
  void withoutATerminalThereIsNone() {
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    try (Progress progress = Progress.of("import", 7, true, terminal)) {
      progress.step(1);
    }
    assertThat(terminal.size()).isZero();
  }
}
