package io.twophase.cli.context;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.embedded.EmbeddedServer;
import java.util.function.Function;

/** The store of a command that is about the database itself, and not about what is in it. */
public final class MongoStores {

  private MongoStores() {}

  /**
   * Opens the store for the time of one piece of work.
   *
   * @param inMemory why it makes no sense on a store in memory
   * @throws CommandFailure if the store is in memory
   */
  public static <T> T with(
      CommandContext context,
      MongoStoreSettings settings,
      String inMemory,
      Function<MongoStore, T> work) {
    Logging.setUp(context.isVerbose());
    MongoStoreSettings allowed = settings.withUnsafeAllowed(context.isUnsafeStore());
    return StoreUri.parse(context.store())
        .fold(
            embedded -> {
              try (EmbeddedServer server =
                  EmbeddedServer.open(embedded.directory(), 0, embedded.durability())) {
                return onServer(
                    EmbeddedDatabase.uri(server, embedded), allowed.withProbe(false), work);
              }
            },
            memory -> {
              throw CommandFailure.badInput(
                  "store 'memory:' " + inMemory + ": name embedded:DIR or mongodb://…");
            },
            server -> onServer(server.uri(), allowed, work));
  }

  private static <T> T onServer(
      String uri, MongoStoreSettings settings, Function<MongoStore, T> work) {
    try (MongoStore store = MongoStore.open(uri, settings)) {
      return work.apply(store);
    }
  }
}
