package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.equality.EqualityContract;
import io.twophase.test.equality.Stores;

/** The adapter beside the one in memory, which applies the domain's own rules. */
public abstract class EqualityTest extends EqualityContract {

  /** Few enough to be reached. */
  private static final HoldLimit LIMIT = new HoldLimit(6);

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  @Override
  protected Stores exact(SettableClock clock) {
    InMemoryStore store = InMemoryStore.create(clock, LIMIT);
    return new Stores(store.accounts(), store.transactions());
  }

  @Override
  protected Stores tested(SettableClock clock) {
    MongoStore store =
        database()
            .emptied(
                MongoStoreSettings.defaults()
                    .withProbe(false)
                    .withHoldLimit(LIMIT)
                    .withClock(clock));
    return new Stores(store.accounts(), store.transactions());
  }
}
