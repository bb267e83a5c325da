package io.twophase.adapter.mongo;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.account.HoldLimit;
import io.twophase.ports.equality.EqualityContract;
import io.twophase.ports.equality.SettableClock;
import io.twophase.ports.equality.Stores;

/** The adapter beside the one in memory, which applies the domain's own rules. */
abstract class EqualityTest extends EqualityContract {

  /** Few enough to be reached. */
  private static final HoldLimit LIMIT = new HoldLimit(6);

  /** Where the adapter's stores are. */
  abstract FreshDatabase database();

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
