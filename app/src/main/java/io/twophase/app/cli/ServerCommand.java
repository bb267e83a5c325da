package io.twophase.app.cli;

import io.twophase.app.embedded.EmbeddedServer;
import io.twophase.app.embedded.storage.Durability;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs the embedded server by itself. */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    description = "Run the embedded server by itself, on the loopback address, until it is ended.")
final class ServerCommand implements Callable<Integer> {

  @ParentCommand TwophaseCommand root = new TwophaseCommand();

  @Option(names = "--port", paramLabel = "P", defaultValue = "27117", description = "0: any")
  int port;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "twophase-data",
      description = "where the documents are (default: ${DEFAULT-VALUE})")
  Path dir = Path.of("twophase-data");

  @Option(
      names = "--durable",
      description = "force each write to the disk before it is answered: for power cuts")
  boolean durable;

  @Override
  public Integer call() {
    if (port < 0 || port > 65_535) {
      throw CommandFailure.badInput("port " + port + " is not within 0 to 65535");
    }
    Logging.setUp(root.verbose);
    Durability durability = durable ? Durability.POWER_CUT : Durability.PROCESS_END;
    try (Interruption interruption = Interruption.of(root, () -> "the server has ended");
        EmbeddedServer server = EmbeddedServer.open(dir, port, durability)) {
      server.whenFailed(failure -> interruption.stop());
      root.answer(
          () -> Json.object("uri", server.uri(), "dir", dir.toString()),
          () -> "listening on " + server.uri() + ", documents in " + dir);
      if (root.isUnheard()) {
        return ExitCode.OUTPUT;
      }
      interruption.await();
      if (server.failure().isPresent()) {
        // it would only refuse everything from now on: whoever starts it again finds what is there
        throw server.failure().get();
      }
    }
    return ExitCode.DONE;
  }
}
