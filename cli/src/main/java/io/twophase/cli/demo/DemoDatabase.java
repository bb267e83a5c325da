package io.twophase.cli.demo;

import io.twophase.bench.measure.BenchDatabases;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.text.CommandFailure;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.embedded.EmbeddedUri;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.file.PathUtils;
import org.jspecify.annotations.Nullable;

/** A fresh database of a demonstration, which is dropped at the end. */
final class DemoDatabase implements AutoCloseable {

  private final String name =
      "twophase-demo-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

  private final StoreUri.Server server;
  private final @Nullable EmbeddedServer own;
  private final @Nullable Path folder;

  private DemoDatabase(
      StoreUri.Server server, @Nullable EmbeddedServer own, @Nullable Path folder) {
    this.server = server;
    this.own = own;
    this.folder = folder;
  }

  /**
   * A database on the server that {@code store} names, or serves.
   *
   * @param chosen whether the user named the store; if not, the database is in a folder that is
   *     removed at the end
   */
  static DemoDatabase on(StoreUri store, boolean chosen) throws IOException {
    if (store instanceof StoreUri.Server server) {
      return new DemoDatabase(server, null, null);
    } else if (store instanceof StoreUri.Memory) {
      throw CommandFailure.badInput(
          "store 'memory:' is of one process, and the demo's orders are paid by three: name"
              + " embedded:DIR or mongodb://…, or no store; demo --steps needs none");
    }
    Path folder = chosen ? null : Files.createTempDirectory("twophase-demo");
    EmbeddedUri at = folder == null ? ((StoreUri.Embedded) store).uri() : EmbeddedUri.of(folder);
    EmbeddedServer own = at.openServer();
    return new DemoDatabase(new StoreUri.Server(own.uri()), own, folder);
  }

  /** Returns where processes find the database. */
  String uri() {
    return server.named(name);
  }

  String name() {
    return name;
  }

  @Override
  public void close() {
    if (folder == null) {
      try (BenchDatabases databases = new BenchDatabases(server.uri())) {
        databases.drop(name);
      }
    }
    if (own != null) {
      own.close();
    }
    if (folder != null) {
      try {
        PathUtils.deleteDirectory(folder);
      } catch (IOException fault) {
        throw new UncheckedIOException("folder " + folder + " cannot be removed", fault);
      }
    }
  }
}
