package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreProvider;

/**
 * Opens stores of {@code embedded:DIR?durable=true&database=NAME}: a server in this process, with
 * its documents in the directory, which is made if it is not there. One process at a time can open
 * a directory.
 */
public final class EmbeddedStoreProvider implements StoreProvider {

  @Override
  public boolean opens(String uri) {
    return EmbeddedUri.matches(uri);
  }

  @Override
  public Opened openStore(String uri) {
    EmbeddedUri parsed = EmbeddedUri.parse(uri);
    try {
      return opened(parsed, parsed.openServer());
    } catch (EmbeddedStoreException fault) {
      throw new StoreException(String.valueOf(fault.getMessage()), fault);
    }
  }

  private static Opened opened(EmbeddedUri uri, EmbeddedServer server) {
    try {
      // the embedded server's own tests are its probe
      MongoStore store =
          MongoStore.open(uri.on(server), MongoStoreSettings.defaults().withProbe(false));
      return new Opened(store, () -> close(store, server));
    } catch (Throwable fault) {
      server.close();
      throw fault;
    }
  }

  private static void close(MongoStore store, EmbeddedServer server) {
    try {
      store.close();
    } finally {
      server.close();
    }
  }
}
