package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.inmemory.InMemoryAccountRepository;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.test.contract.range.RangeStore;
import io.twophase.test.equality.range.RangeEqualityContract;

/** Ranges by the adapter beside those in memory, which apply the domain's own rules. */
public abstract class RangesEqualityTest extends RangeEqualityContract {

  /** Few enough to be reached. */
  private static final HoldLimit LIMIT = new HoldLimit(3);

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  @Override
  protected RangeStore exact() {
    InMemoryAccountRepository accounts = new InMemoryAccountRepository(LIMIT);
    return new RangeStore(accounts, accounts.ranges());
  }

  @Override
  protected RangeStore tested() {
    MongoStore store =
        database().emptied(MongoStoreSettings.defaults().withProbe(false).withHoldLimit(LIMIT));
    return new RangeStore(store.accounts(), store.batches().get().ranges());
  }
}
