package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.equality.EqualityContract;
import io.twophase.test.equality.Stores;

/** The Mongo adapter beside the one in memory, which applies the domain's own rules. */
public abstract class MongoEquality extends EqualityContract {

  /** A fresh, empty store on the server that is tested. */
  protected abstract MongoStore store(SettableClock clock);

  @Override
  protected final Stores exact(SettableClock clock) {
    InMemoryStore store = InMemoryStore.create(clock);
    return new Stores(store.accounts(), store.transactions());
  }

  @Override
  protected final Stores tested(SettableClock clock) {
    MongoStore store = store(clock);
    return new Stores(store.accounts(), store.transactions());
  }
}
