package io.twophase.app.cli;

import io.twophase.app.bench.ServerProcess;
import io.twophase.app.embedded.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.apache.commons.io.file.PathUtils;

/** The server that the bench measures. */
final class BenchServer {

  private BenchServer() {}

  /**
   * Does the work with the URI of the server: the one that the store names, or an embedded one in a
   * process of its own, which is ended then.
   *
   * @param chosen whether the store was named; if not, the documents are in a directory that is
   *     removed
   */
  static <T> T with(StoreUri store, boolean chosen, Function<String, T> work) throws IOException {
    if (store instanceof StoreUri.Server server) {
      return work.apply(server.uri());
    } else if (store instanceof StoreUri.Embedded embedded && chosen) {
      if (embedded.durability() != Durability.PROCESS_END) {
        throw CommandFailure.badInput(
            "durable=true is not measured by bench: start twophase server --durable, and name its"
                + " mongodb:// URI");
      }
      return started(embedded.directory(), work);
    } else if (store instanceof StoreUri.Memory) {
      throw CommandFailure.badInput("store 'memory:' is no server, which is what is measured");
    }
    Path directory = Files.createTempDirectory("twophase-bench");
    try {
      return started(directory, work);
    } finally {
      PathUtils.deleteDirectory(directory);
    }
  }

  private static <T> T started(Path directory, Function<String, T> work) throws IOException {
    try (ServerProcess server = ServerProcess.start(Cli.class.getName(), directory)) {
      return work.apply(server.uri());
    }
  }
}
