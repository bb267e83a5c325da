package io.twophase.cli.server;

import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Logging;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.embedded.storage.Durability;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the embedded server by itself. */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    description = "Run the embedded server by itself, on the loopback address, until it is ended.")
public final class ServerCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public ServerCommand(CommandContext context) {
    this.context = context;
  }

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
    Logging.setUp(context.isVerbose());
    Durability durability = durable ? Durability.POWER_CUT : Durability.PROCESS_END;
    try (Interruption interruption = Interruption.of(context, () -> "the server has ended");
        EmbeddedServer server = EmbeddedServer.open(dir, port, durability)) {
      server.whenFailed(failure -> interruption.stop());
      context.answer(
          () -> Json.object("uri", server.uri(), "dir", dir.toString()),
          () -> "listening on " + server.uri() + ", documents in " + dir);
      if (context.isUnheard()) {
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
