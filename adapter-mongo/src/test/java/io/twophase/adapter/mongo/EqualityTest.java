package io.twophase.adapter.mongo;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.equality.EqualityContract;
import io.twophase.ports.equality.SettableClock;
import io.twophase.ports.equality.Stores;

/** The adapter beside the one in memory, which applies the domain's own rules. */
abstract class EqualityTest extends EqualityContract {

  /** Where the adapter's stores are. */
  abstract FreshDatabase database();

  @Override
  protected Stores exact(SettableClock clock) {
    InMemoryStore store = InMemoryStore.create(clock);
    return new Stores(store.accounts(), store.transactions());
  }

  @Override
  protected Stores tested(SettableClock clock) {
    MongoStore store = database().emptied(MongoStoreSettings.defaults().withClock(clock));
    return new Stores(store.accounts(), store.transactions());
  }
}
