package io.twophase.app.process;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.testing.ServerProcess;
import io.twophase.ports.equality.EqualityContract;
import io.twophase.ports.equality.SettableClock;
import io.twophase.ports.equality.Stores;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The adapter beside the one in memory, on the embedded server in its own process by way of a
 * proxy.
 */
class ProxiedServerEqualityIT extends EqualityContract {

  @RegisterExtension static final ServerProcess SERVER = ServerProcess.proxied();

  @Override
  protected Stores exact(SettableClock clock) {
    InMemoryStore store = InMemoryStore.create(clock);
    return new Stores(store.accounts(), store.transactions());
  }

  @Override
  protected Stores tested(SettableClock clock) {
    MongoStore store = SERVER.fresh(clock);
    return new Stores(store.accounts(), store.transactions());
  }
}
