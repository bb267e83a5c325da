package io.twophase.cli.context;

import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.text.Shell;
import io.twophase.embedded.EmbeddedServer;
import java.util.SortedSet;

/** Which database of an embedded store a command works on. */
public final class EmbeddedDatabase {

  private static final String DEFAULT = "twophase";
  private static final String ACCOUNTS = "accounts";

  private EmbeddedDatabase() {}

  /**
   * The URI of the database that {@code store} names, else of the default one. A store whose
   * accounts are all in other databases is refused: it would look empty.
   */
  public static String uri(EmbeddedServer server, StoreUri.Embedded store) {
    return server.uri() + "/" + store.database().getOrElse(() -> unnamed(server, store));
  }

  private static String unnamed(EmbeddedServer server, StoreUri.Embedded store) {
    SortedSet<String> holders = server.databasesWith(ACCOUNTS);
    if (holders.isEmpty() || holders.contains(DEFAULT)) {
      return DEFAULT;
    }
    throw CommandFailure.storeRefused(
        "store embedded:"
            + store.directory()
            + " has no accounts in its database '"
            + DEFAULT
            + "', but in '"
            + String.join("', '", holders)
            + "': name it, --store "
            + Shell.quoted("embedded:" + store.directory() + "?database=" + holders.first()));
  }
}
