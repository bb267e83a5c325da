package io.twophase.embedded;

import io.twophase.embedded.storage.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server in a process of its own, that can be killed. */
public final class KilledServer implements AutoCloseable {

  private final Process process;
  private final String uri;

  private KilledServer(Process process, String uri) {
    this.process = process;
    this.uri = uri;
  }

  /** The other process: opens the directory, says where it listens, and runs until it is killed. */
  public static void main(String[] arguments) {
    EmbeddedServer server =
        EmbeddedServer.open(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    System.out.println(server.uri());
  }

  /** Starts it at any port. */
  static KilledServer start(Path directory) throws IOException {
    return start(directory, 0);
  }

  /** Starts it at a port, as the one that was killed there. */
  public static KilledServer start(Path directory, int port) throws IOException {
    Process process = Child.start("", KilledServer.class, directory.toString(), "" + port);
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String uri =
        lines
            .lines()
            .filter(line -> line.startsWith("mongodb://"))
            .findFirst()
            .orElseThrow(() -> new IOException("the server did not start"));
    drain(lines);
    return new KilledServer(process, uri);
  }

  /** A process waits for ever to write what nobody reads: its logs, where there are any. */
  private static void drain(BufferedReader lines) {
    Thread reader = new Thread(() -> lines.lines().forEach(line -> {}), "killed-server-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Clients find the server by it. */
  public String uri() {
    return uri;
  }

  /** Ends the process with SIGKILL. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
