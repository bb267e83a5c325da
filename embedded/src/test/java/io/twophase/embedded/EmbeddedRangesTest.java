package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.test.contract.range.RangeRepositoryContract;
import io.twophase.test.contract.range.RangeStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of ranges, on the embedded server, by the real adapter and driver. */
class EmbeddedRangesTest extends RangeRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected RangeStore store() {
    MongoStore store = STORE.fresh();
    return new RangeStore(store.accounts(), store.batches().get().ranges());
  }
}
