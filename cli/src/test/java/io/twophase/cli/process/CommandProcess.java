package io.twophase.cli.process;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The command line in a process of its own, as the runnable jar, or a program of the tests. It does
 * not outlive this one: close it, and whatever was not closed is killed at the end.
 */
public final class CommandProcess implements AutoCloseable {

  private static final Path TARGET =
      Path.of(System.getProperty("twophase.root", "."), "cli", "target");

  /** The runnable jar. */
  public static final Path JAR = TARGET.resolve("twophase.jar");

  private static final Path ARCHIVE = TARGET.resolve("twophase-tests.jsa");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** What suits processes of a few seconds, of which many run at once. */
  private static final List<String> SHORT_LIVED =
      List.of(
          "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable", "-Xlog:all=error:stderr");

  /** Ends a hang only: beside other work, an import of a minute took more than five. */
  private static final long LIMIT_SECONDS = 900;

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
    try {
      archiveClasses();
    } catch (IOException | InterruptedException fault) {
      throw new ExceptionInInitializerError(fault);
    }
  }

  /**
   * Writes an archive of the jar's classes, by which processes start sooner, as the launcher does,
   * unless another JVM of the tests has written it. The launcher goes on where that fails, and each
   * command then takes half as long again: nobody would see why.
   */
  private static void archiveClasses() throws IOException, InterruptedException {
    if (!Files.exists(JAR)) {
      return;
    }
    try (FileChannel locked =
        FileChannel.open(TARGET.resolve("twophase-tests.lock"), CREATE, WRITE)) {
      FileLock unused = locked.lock();
      if (Files.exists(ARCHIVE)
          && Files.getLastModifiedTime(ARCHIVE).compareTo(Files.getLastModifiedTime(JAR)) >= 0) {
        return;
      }
      Files.deleteIfExists(ARCHIVE);
      int exitCode =
          new ProcessBuilder(
                  JAVA,
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-XX:ErrorFile=" + ARCHIVE + ".log",
                  "-Xlog:disable",
                  "-XX:ArchiveClassesAtExit=" + ARCHIVE,
                  "-cp",
                  JAR.toString(),
                  "io.twophase.cli.WarmUp")
              .inheritIO()
              .start()
              .waitFor();
      assertThat(exitCode).isZero();
      assertThat(ARCHIVE).isNotEmptyFile();
    }
  }

  private final Process process;
  private final Path log;

  private CommandProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    RUNNING.add(process);
    var unused = process.onExit().thenRun(() -> RUNNING.remove(process));
  }

  /** Starts a command, whose output goes to {@code log}. */
  public static CommandProcess start(Path log, String... arguments) throws IOException {
    return start(log, List.of(), arguments);
  }

  /** Starts a command with further options of the JVM, whose output goes to {@code log}. */
  public static CommandProcess start(Path log, List<String> options, String... arguments)
      throws IOException {
    List<String> all = new ArrayList<>(ofTheJar());
    all.addAll(options);
    return start(log, all, "io.twophase.cli.Cli", List.of(arguments));
  }

  /**
   * Starts a program of the tests, whose output goes to {@code log}. The jar is first on its class
   * path, as Java takes the archive for a path that begins as the archive's does.
   */
  public static CommandProcess start(Path log, Class<?> program, String... arguments)
      throws IOException {
    List<String> options = new ArrayList<>(ofTheJar(System.getProperty("java.class.path")));
    options.add("-ea");
    return start(log, options, program.getName(), List.of(arguments));
  }

  private static List<String> ofTheJar(String... further) {
    List<String> path = new ArrayList<>(List.of(JAR.toString()));
    path.addAll(List.of(further));
    return List.of(
        "-XX:SharedArchiveFile=" + ARCHIVE,
        "-Xshare:auto",
        "-cp",
        String.join(File.pathSeparator, path));
  }

  private static CommandProcess start(
      Path log, List<String> options, String main, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(JAVA));
    command.addAll(SHORT_LIVED);
    command.addAll(options);
    command.add(main);
    command.addAll(arguments);
    return new CommandProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start(),
        log);
  }

  /** Lets it run for a while, and kills it (SIGKILL) if it has not ended by then. */
  public boolean killAfter(long millis) throws InterruptedException {
    if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    kill();
    return true;
  }

  /** Ends it with SIGKILL, also where it is stopped, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Stops it in the middle of whatever it does (SIGSTOP). */
  public void stop() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** Lets it go on from where it was stopped (SIGCONT). */
  public void goOn() throws IOException, InterruptedException {
    signal("-CONT");
  }

  /** Asks it to end by a signal, and answers its exit code. */
  public int end(String signal) throws IOException, InterruptedException {
    signal("-" + signal);
    return exitCode();
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", name, Long.toString(process.pid())).inheritIO().start().waitFor();
  }

  /** Whether it has not ended, stopped or not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its handle in the system. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Waits for its end and answers its exit code. */
  public int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      kill();
      throw new AssertionError("it did not end within " + LIMIT_SECONDS + " s:\n" + output());
    }
    return process.exitValue();
  }

  /** Waits until it has said something. */
  public void awaitOutput(String text) {
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(20))
        .failFast(
            "it has ended",
            () -> assertThat(isAlive() || output().contains(text)).as(this::output).isTrue())
        .until(() -> output().contains(text));
  }

  /** What is in its log, stdout and stderr alike. */
  public String output() {
    try {
      return Files.readString(log);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
