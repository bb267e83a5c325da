package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Random;

/**
 * A command, or a program, that is to be at work, or to end in success, however often its process
 * dies.
 */
final class RestartedProcess implements AutoCloseable {

  /** Below those that systems hand out: nobody takes it while the server is down. */
  private static final int FIRST_PORT = 20_000;

  private static final int PORTS = 12_000;

  private static final int REFUSED = 1;
  private static final int UNREACHABLE = 3;
  private static final int UNKNOWN = 4;
  private static final int KILLED = 128 + 9;

  /** Starts a process whose output goes to a log. */
  private interface Launch {
    CommandProcess to(Path log) throws IOException;
  }

  private final String name;
  private final Path folder;
  private final Launch launch;
  private CommandProcess process;
  private int starts;
  private boolean stopped;
  private boolean done;
  private boolean mayRefuse;

  private RestartedProcess(String name, Path folder, Launch launch) throws IOException {
    this.name = name;
    this.folder = folder;
    this.launch = launch;
    this.process = launch();
  }

  /** Starts it; its logs go to {@code folder}. */
  static RestartedProcess start(String name, Path folder, String... command) throws IOException {
    return new RestartedProcess(name, folder, log -> CommandProcess.start(log, command));
  }

  /** Starts a program of the tests that ends as a command does; its logs go to {@code folder}. */
  static RestartedProcess start(String name, Path folder, Class<?> program, String... arguments)
      throws IOException {
    return new RestartedProcess(name, folder, log -> CommandProcess.start(log, program, arguments));
  }

  /** The same, of a command that has ended well too if it has refused something. */
  RestartedProcess thatMayRefuse() {
    mayRefuse = true;
    return this;
  }

  /** Starts a server of the documents in {@code folder}, and waits until it listens. */
  static RestartedProcess server(Path folder, int port) throws IOException {
    String data = folder.resolve("data").toString();
    RestartedProcess server =
        start("server", folder, "server", "--port", Integer.toString(port), "--dir", data);
    server.process.awaitOutput("listening on " + uri(port));
    return server;
  }

  /** Where such a server is found. */
  static String uri(int port) {
    return "mongodb://127.0.0.1:" + port;
  }

  /** A port that a server can have, and have again. */
  static int freePort() {
    Random random = new Random();
    while (true) {
      int port = FIRST_PORT + random.nextInt(PORTS);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // the next one, then
      }
    }
  }

  private CommandProcess launch() throws IOException {
    starts++;
    return launch.to(folder.resolve(name + "-" + starts + ".log"));
  }

  /** Starts it again if it has died, or has given up as it may; answers whether it did. */
  boolean revive() throws IOException, InterruptedException {
    if (done || process.isAlive()) {
      return false;
    }
    int exitCode = process.exitCode();
    done = exitCode == 0 || (exitCode == REFUSED && mayRefuse);
    if (done) {
      return false;
    }
    assertThat(exitCode).as(this::report).isIn(UNREACHABLE, UNKNOWN, KILLED);
    assertThat(process.output()).as(this::report).doesNotContain("internal error");
    process = launch();
    return true;
  }

  /** The process as it was last started. */
  CommandProcess process() {
    return process;
  }

  /** Which it is, and what it said since it was last started. */
  String report() {
    return name + ", start " + starts + ":\n" + process.output();
  }

  /** Whether it has ended in success. */
  boolean isDone() {
    return done;
  }

  /** Whether it can be struck. */
  boolean isAtWork() {
    return !stopped && process.isAlive();
  }

  void stop() throws IOException, InterruptedException {
    process.stop();
    stopped = true;
  }

  void goOn() throws IOException, InterruptedException {
    process.goOn();
    stopped = false;
  }

  int starts() {
    return starts;
  }

  @Override
  public void close() {
    process.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
