package io.twophase.cli.command;

import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.console.view.Json;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.embedded.EmbeddedUri;
import io.twophase.embedded.storage.Durability;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the embedded server by itself. */
@Command(name = "server")
public final class ServerCommand extends SessionCommand implements Callable<Integer> {

  @Option(names = "--port", paramLabel = "P", defaultValue = "27117")
  int port;

  @Option(names = "--dir", paramLabel = "DIR")
  @Nullable Path dir;

  @Option(names = "--durable")
  boolean durable;

  @Override
  public Integer call() {
    ConsoleCommand.requirePort(port);
    EmbeddedUri store = store();
    Path directory = store.directory();
    Durability durability = durable ? Durability.POWER_CUT : store.durability();
    try (Interruption interruption =
            Interruption.of(context(), () -> "the server has ended", Interruption.GRACE);
        EmbeddedServer server = EmbeddedServer.open(directory, port, durability)) {
      server.whenFailed(failure -> interruption.stop());
      answer(
          () -> Json.object("uri", server.uri(), "dir", directory.toString()),
          () -> "listening on " + server.uri() + ", documents in " + directory);
      if (context().isUnheard()) {
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

  private EmbeddedUri store() {
    CommandFailure.badInputIf(
        dir != null && context().isGiven("--store"),
        "server: --store and --dir both say where the documents are; give one of them");
    if (dir != null) {
      return EmbeddedUri.of(dir);
    }
    if (StoreUri.parse(context().store()) instanceof StoreUri.Embedded store
        && store.uri().database().isEmpty()) {
      return store.uri();
    }
    throw CommandFailure.badInput(
        ("server: --store %s is no directory to serve; name one, --store embedded:DIR; which"
                + " database is used, clients say")
            .formatted(context().store()));
  }
}
