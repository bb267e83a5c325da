package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.ports.StoreProvider;
import java.nio.file.Path;

/**
 * Opens stores of {@code embedded:DIR}: a server in this process, with its documents in the
 * directory, which is made if it is not there. One process at a time can open a directory.
 */
public final class EmbeddedStoreProvider implements StoreProvider {

  private static final String SCHEME = "embedded:";

  @Override
  public boolean opens(String uri) {
    return uri.startsWith(SCHEME) && uri.length() > SCHEME.length();
  }

  @Override
  public Opened openStore(String uri) {
    EmbeddedServer server = EmbeddedServer.open(Path.of(uri.substring(SCHEME.length())), 0);
    try {
      // the embedded server's own tests are its probe
      MongoStore store =
          MongoStore.open(
              server.uri() + "/twophase", MongoStoreSettings.defaults().withProbe(false));
      return new Opened(
          store,
          () -> {
            store.close();
            server.close();
          });
    } catch (RuntimeException fault) {
      server.close();
      throw fault;
    }
  }
}
