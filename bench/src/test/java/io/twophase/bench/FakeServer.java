package io.twophase.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A main class that says what a server and its JVM say, or that its directory is in use; and
 * listens not.
 */
public final class FakeServer {

  private FakeServer() {}

  /** Takes the arguments of {@code twophase server}; ends when it is told to. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.out.println("Picked up JAVA_TOOL_OPTIONS: -Dpassword=secret");
    System.out.println("WARNING: A restricted method in java.lang.System has been called");
    System.out.println();
    Path directory = Path.of(arguments[arguments.length - 1]);
    if (Files.exists(directory.resolve("in-use"))) {
      System.out.println("twophase: the directory is in use");
      return;
    }
    System.out.println("listening on mongodb://127.0.0.1:4711, " + String.join(" ", arguments));
    if (Files.exists(directory.resolve("talkative"))) {
      System.out.print("a line of a log\n".repeat(100_000));
      System.out.flush();
      Files.createFile(directory.resolve("has-said-all"));
    }
    Thread.sleep(60_000);
  }
}
