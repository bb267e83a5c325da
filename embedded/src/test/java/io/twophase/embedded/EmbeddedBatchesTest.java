package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.test.contract.batch.BatchRepositoryContract;
import io.twophase.test.contract.batch.BatchStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of batches, on the embedded server, by the real adapter and driver. */
class EmbeddedBatchesTest extends BatchRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected BatchStore store() {
    MongoStore store = STORE.fresh();
    return new BatchStore(store.transactions(), store.batches().get().records());
  }
}
