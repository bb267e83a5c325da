package io.twophase.bench.server;

import io.twophase.bench.measure.BenchStoppedException;
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
  private final Ending ending;
  private final String uri;

  private ServerProcess(Process process, Ending ending, String uri) {
    this.process = process;
    this.ending = ending;
    this.uri = uri;
  }

  /**
   * Starts {@code mainClass} of this process's class path as a server on any free port.
   *
   * @param directory where the documents are
   * @throws IOException if it does not start; the message is what it said
   * @throws BenchStoppedException if this process is told to end before the server listens; the
   *     server has ended then
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
    Ending ending = Ending.of(process);
    String said = firstLine(process);
    Matcher listening = LISTENING.matcher(said);
    boolean listens = listening.matches();
    if (listens && ending.listens()) {
      return new ServerProcess(process, ending, listening.group(1));
    }
    process.destroyForcibly();
    process.onExit().join();
    ending.cancel();
    if (ending.isAsked()) {
      throw new BenchStoppedException();
    }
    throw new IOException("the server does not start: " + said);
  }

  /** What it says first; of one that is ended meanwhile, that its output was closed. */
  private static String firstLine(Process process) {
    try {
      String line = process.inputReader(StandardCharsets.UTF_8).readLine();
      return line == null ? "nothing" : line;
    } catch (IOException closed) {
      return String.valueOf(closed.getMessage());
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

  /** Where it is. */
  public String uri() {
    return uri;
  }

  /** Ends it and waits until it is gone. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    ending.cancel();
  }

  /**
   * What happens to the server when this process is told to end: one that listens has a while, in
   * which this process drops what it has made there; one that does not listen yet ends at once, or
   * this process would wait for it in vain.
   */
  private static final class Ending {

    private final Process process;
    private final Thread hook = new Thread(this::end, "bench-server-end");
    private boolean listens;
    private boolean asked;

    private Ending(Process process) {
      this.process = process;
    }

    static Ending of(Process process) {
      Ending ending = new Ending(process);
      try {
        Runtime.getRuntime().addShutdownHook(ending.hook);
      } catch (IllegalStateException already) {
        // told to end before
        ending.end();
      }
      return ending;
    }

    /** Notes that the server listens, and answers whether it may go on. */
    synchronized boolean listens() {
      listens = !asked;
      return listens;
    }

    synchronized boolean isAsked() {
      return asked;
    }

    private synchronized boolean ask() {
      asked = true;
      return listens;
    }

    private void end() {
      try {
        if (!ask() || !process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        process.destroyForcibly();
      }
    }

    void cancel() {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException ending) {
        // this process is told to end: the hook sees that the server has ended
      }
    }
  }
}
