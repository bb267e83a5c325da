package io.twophase.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The bar is there before anything is counted. */
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock(Resources.SYSTEM_ERR)
class ProgressTest {

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final PrintStream real = System.err;

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(terminal, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void leave() {
    System.setErr(real);
    System.clearProperty(Progress.TERMINAL);
  }

  private String shown() {
    return terminal.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aBarIsThereAtOnce() {
    System.setProperty(Progress.TERMINAL, "true");
    try (Progress progress = Progress.of("counting", true)) {
      assertThat(shown()).contains("counting");

      progress.phase("transfers", 7);
      assertThat(shown()).contains("transfers", "/7");
    }
  }

  @Test
  void withoutATerminalThereIsNone() {
    try (Progress progress = Progress.of("not counted", 7, true)) {
      assertThat(progress.isShown()).isFalse();
      progress.step(1);
    }
    assertThat(shown()).doesNotContain("not counted");
  }
}
