package io.twophase.cli.bench;

import io.twophase.bench.measure.ServerProcess;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.text.CommandFailure;
import io.twophase.embedded.storage.Durability;
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
   * @param mainClass the class whose {@code server} command runs the server
   */
  static <T> T with(StoreUri store, boolean chosen, String mainClass, Function<String, T> work)
      throws IOException {
    if (store instanceof StoreUri.Server server) {
      return work.apply(server.uri());
    }
    if (!(store instanceof StoreUri.Embedded embedded)) {
      throw CommandFailure.badInput("store 'memory:' is no server, which is what is measured");
    }
    if (chosen) {
      return started(persisted(embedded), mainClass, work);
    }
    Path directory = Files.createTempDirectory("twophase-bench");
    try {
      return started(directory, mainClass, work);
    } finally {
      PathUtils.deleteDirectory(directory);
    }
  }

  private static Path persisted(StoreUri.Embedded store) {
    if (store.uri().durability() != Durability.PROCESS_END) {
      throw CommandFailure.badInput(
          "durable=true is not measured by bench: start twophase server --durable, and name its"
              + " mongodb:// URI");
    }
    return store.uri().directory();
  }

  private static <T> T started(Path directory, String mainClass, Function<String, T> work)
      throws IOException {
    try (ServerProcess server = ServerProcess.start(mainClass, directory)) {
      return work.apply(server.uri());
    }
  }
}
