package io.twophase.app.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The embedded server in a process of its own, so that it does not share a heap with what is
 * measured. It does not outlive this process, unless this one is killed.
 */
public final class ServerProcess implements AutoCloseable {

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
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    mainClass,
                    "server",
                    "--port",
                    "0",
                    "--dir",
                    directory.toString()))
            .redirectErrorStream(true)
            .start();
    Thread atTheEnd = new Thread(process::destroyForcibly, "bench-server-end");
    Runtime.getRuntime().addShutdownHook(atTheEnd);
    String said = process.inputReader(StandardCharsets.UTF_8).readLine();
    Matcher listening = LISTENING.matcher(said == null ? "" : said);
    if (!listening.matches()) {
      process.destroyForcibly();
      throw new IOException("the server does not start: " + said);
    }
    return new ServerProcess(process, atTheEnd, listening.group(1));
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
    Runtime.getRuntime().removeShutdownHook(atTheEnd);
  }
}
