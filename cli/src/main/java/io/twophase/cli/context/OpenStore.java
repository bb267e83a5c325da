package io.twophase.cli.context;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.time.Clock;
import java.util.Optional;

/**
 * The store that a URI names, open.
 *
 * @param server serves the store, if the store is embedded
 */
record OpenStore(Store store, Optional<EmbeddedServer> server) implements AutoCloseable {

  static OpenStore of(StoreUri uri, MongoStoreSettings settings) {
    if (uri instanceof StoreUri.Server named) {
      return new OpenStore(MongoStore.open(named.uri(), settings), Optional.empty());
    } else if (!(uri instanceof StoreUri.Embedded embedded)) {
      return new OpenStore(InMemoryStore.create(Clock.systemUTC()), Optional.empty());
    } else {
      EmbeddedServer server = embedded.uri().openServer();
      try {
        MongoStore store = MongoStore.open(embedded.uri().on(server), settings);
        return new OpenStore(store, Optional.of(server));
      } catch (RuntimeException fault) {
        server.close();
        throw fault;
      }
    }
  }

  @Override
  public void close() {
    if (store instanceof MongoStore mongo) {
      mongo.close();
    }
    server.ifPresent(EmbeddedServer::close);
  }
}
