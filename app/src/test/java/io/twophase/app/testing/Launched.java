package io.twophase.app.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own, as the runnable jar. */
public final class Launched {

  private static final Path JAR =
      Path.of(System.getProperty("twophase.root", "."), "app", "target", "twophase.jar");
  private static final long LIMIT_SECONDS = 300;

  private final Process process;

  private Launched(Process process) {
    this.process = process;
  }

  /** Starts a command, whose output goes to {@code log}. */
  public static Launched start(Path log, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                JAR.toString()));
    command.addAll(List.of(arguments));
    return new Launched(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  /** Lets it run for a while, and kills it (SIGKILL) if it has not ended by then. */
  public boolean killAfter(long millis) throws InterruptedException {
    if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    process.destroyForcibly().waitFor();
    return true;
  }

  /** Waits for its end and answers its exit code. */
  public int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError("it did not end within " + LIMIT_SECONDS + " s");
    }
    return process.exitValue();
  }
}
