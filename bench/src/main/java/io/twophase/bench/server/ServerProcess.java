package io.twophase.bench.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The embedded server in a process of its own, so that it does not share a heap with what is
 * measured. It does not outlive this process, unless this one is killed.
 */
public final class ServerProcess implements AutoCloseable {

  /** How long the server may outlive the order to end. */
  private static final Duration GRACE = Duration.ofSeconds(6);

  private static final Path SHELL = Path.of("/bin/sh");

  private static final Pattern LISTENING = Pattern.compile("listening on (\\S+),.*");

  private final Process process;
  private final Thread atTheEnd;
  private final String uri;

  private ServerProcess(Process process, Thread atTheEnd, String uri) {
    this.process = process;
    this.atTheEnd = atTheEnd;
    this.uri = uri;
  }

  /**
   * Starts {@code mainClass} of this process's class path as a server on any free port.
   *
   * @param directory where the documents are
   * @throws IOException if it does not start; the message is what it said
   */
  public static ServerProcess start(String mainClass, Path directory) throws IOException {
    List<String> command = new ArrayList<>(deafToCtrlC());
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            mainClass,
            "server",
            "--port",
            "0",
            "--dir",
            directory.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread atTheEnd = new Thread(() -> endAfterGrace(process), "bench-server-end");
    Runtime.getRuntime().addShutdownHook(atTheEnd);
    String said = process.inputReader(StandardCharsets.UTF_8).readLine();
    Matcher listening = LISTENING.matcher(said == null ? "" : said);
    if (!listening.matches()) {
      process.destroyForcibly();
      throw new IOException("the server does not start: " + said);
    }
    return new ServerProcess(process, atTheEnd, listening.group(1));
  }

  /**
   * Ctrl-C on a terminal is for all processes that were started there: the server lives on, for
   * this process drops what it has made there, and ends it.
   */
  private static List<String> deafToCtrlC() {
    return Files.isExecutable(SHELL)
        ? List.of(SHELL.toString(), "-c", "trap '' INT; exec \"$@\"", SHELL.toString())
        : List.of();
  }

  /** Told to end, this process first drops what it has made there, and closes this. */
  private static void endAfterGrace(Process process) {
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  /** Where it is. */
  public String uri() {
    return uri;
  }

  /** Ends it and waits until it is gone. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    try {
      Runtime.getRuntime().removeShutdownHook(atTheEnd);
    } catch (IllegalStateException ending) {
      // this process is told to end: that thread sees that the server has ended
    }
  }
}
