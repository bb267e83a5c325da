package io.twophase.bench.server;

import io.twophase.bench.measure.BenchStoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process that starts a server in a directory, and writes there how that came out. */
public final class StartingProcess {

  private StartingProcess() {}

  /** Takes the directory. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    Thread main = Thread.currentThread();
    // as the command line does: told to end, the process waits for what it is at
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    main.join(TimeUnit.SECONDS.toMillis(30));
                  } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                  }
                }));
    String outcome;
    try (ServerProcess server = ServerProcess.start(FakeServer.class.getName(), directory)) {
      outcome = server.uri();
    } catch (BenchStoppedException stopped) {
      outcome = "stopped";
    } catch (IOException fault) {
      outcome = fault.getMessage();
    }
    Files.writeString(directory.resolve("outcome"), outcome);
  }
}
