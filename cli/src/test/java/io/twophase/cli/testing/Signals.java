package io.twophase.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Signals to processes that tests start. */
public final class Signals {

  private static final int SIGINT = 2;

  private Signals() {}

  /** Sends one, by its name without {@code SIG}. */
  public static void send(String signal, Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  /** A shell's background job ignores SIGINT, and so does all that it starts. */
  public static boolean isInterruptIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(status)) {
      long ignored =
          lines
              .filter(line -> line.startsWith("SigIgn:"))
              .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).trim(), 16))
              .findFirst()
              .orElse(0);
      return (ignored & (1L << (SIGINT - 1))) != 0;
    }
  }
}
