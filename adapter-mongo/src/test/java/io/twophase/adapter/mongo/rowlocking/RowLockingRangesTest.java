package io.twophase.adapter.mongo.rowlocking;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.range.RangeRepositoryContract;
import io.twophase.test.contract.range.RangeStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of ranges, where each command is one transaction with row locks. */
@Tag("deep")
class RowLockingRangesTest extends RangeRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  protected RangeStore store() {
    MongoStore store = FRESH.store();
    return new RangeStore(store.accounts(), store.batches().get().ranges());
  }
}
