package io.twophase.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What another process writes to standard error. */
public final class StandardError {

  /** What is done to a process in its midst. */
  public interface Interruption {
    void of(Process process) throws IOException, InterruptedException;
  }

  private StandardError() {}

  /** All of it, of a process that is interrupted when it has written that text. */
  public static String ofOneInterruptedAfter(
      String text, Process process, Interruption interruption)
      throws IOException, InterruptedException {
    StringBuilder said = new StringBuilder();
    boolean isInterrupted = false;
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      for (int character = err.read(); character >= 0; character = err.read()) {
        said.append((char) character);
        if (!isInterrupted && said.indexOf(text) >= 0) {
          isInterrupted = true;
          interruption.of(process);
        }
      }
    }
    assertThat(isInterrupted).as("ended with: " + said).isTrue();
    return said.toString();
  }
}
