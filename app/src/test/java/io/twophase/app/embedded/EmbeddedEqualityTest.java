package io.twophase.app.embedded;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.ports.equality.EqualityContract;
import io.twophase.ports.equality.SettableClock;
import io.twophase.ports.equality.Stores;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The real adapter and driver on the embedded server, beside the adapter in memory. */
class EmbeddedEqualityTest extends EqualityContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected Stores exact(SettableClock clock) {
    InMemoryStore store = InMemoryStore.create(clock);
    return new Stores(store.accounts(), store.transactions());
  }

  @Override
  protected Stores tested(SettableClock clock) {
    MongoStore store = STORE.fresh(clock);
    return new Stores(store.accounts(), store.transactions());
  }
}
