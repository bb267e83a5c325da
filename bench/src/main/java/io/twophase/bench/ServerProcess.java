package io.twophase.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The embedded server in a process of its own, so that it does not share a heap with what is
 * measured. It does not outlive this process, unless this one is killed.
 */
public final class ServerProcess implements AutoCloseable {

  /** The time for which the server may outlive the order to end: as long as the command's own. */
  public static final Duration GRACE = Duration.ofSeconds(31);

  private static final Path SHELL = Path.of("/bin/sh");

  /** A line of a JVM: its options, which may have a password, a warning, or no word at all. */
  private static final Pattern OF_THE_JVM =
      Pattern.compile("|(?!listening on |twophase: ).*(Picked up J|WARNING|warning).*");

  private static final Pattern LISTENING = Pattern.compile("listening on (\\S+),.*");

  private final Process process;
  private final Thread hook = new Thread(this::end, "bench-server-end");
  private volatile String uri = "";

  private ServerProcess(Process process) throws IOException {
    this.process = process;
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException already) {
      process.destroyForcibly();
    }
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String said = firstLine(output, OF_THE_JVM);
    Matcher listening = LISTENING.matcher(said);
    if (!listening.matches()) {
      close();
      throw new IOException("the server does not start: " + said);
    }
    this.uri = listening.group(1);
    // a process waits for ever to write more than a pipe has room for, if nobody reads
    Thread reader =
        new Thread(() -> firstLine(output, Pattern.compile(".*")), "bench-server-output");
    reader.setDaemon(true);
    reader.start();
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
    return new ServerProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /**
   * Returns the first line that is not passed over; of a server that is ended meanwhile, that its
   * output was closed.
   */
  private static String firstLine(BufferedReader output, Pattern passedOver) {
    try {
      return output.lines().dropWhile(passedOver.asMatchPredicate()).findFirst().orElse("nothing");
    } catch (UncheckedIOException closed) {
      return String.valueOf(Objects.requireNonNull(closed.getCause()).getMessage());
    }
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

  /** Returns where it is. */
  public String uri() {
    return uri;
  }

  /**
   * Ends the server when this process is told to end: one that listens has a while, in which this
   * process drops what it has made there; one that does not listen yet ends at once, or this
   * process would wait for it in vain.
   */
  private void end() {
    try {
      if (!uri.isEmpty()) {
        process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  /** Ends it and waits until it is gone. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // this process is told to end: the hook sees that the server has ended
    }
  }
}
