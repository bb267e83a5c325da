package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.range.RangeRepositoryContract;
import io.twophase.test.contract.range.RangeStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of ranges, on mongo-java-server, in this process. */
class InProcessRangesTest extends RangeRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected RangeStore store() {
    MongoStore store = FRESH.store();
    return new RangeStore(store.accounts(), store.batches().get().ranges());
  }
}
