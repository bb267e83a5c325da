package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.batch.BatchRepositoryContract;
import io.twophase.test.contract.batch.BatchStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of batches, where the server tells what each write of a bulk came to. */
class ClientBulkWriteBatchesTest extends BatchRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected BatchStore store() {
    MongoStore store = FRESH.store();
    return new BatchStore(store.transactions(), store.batches().get().records());
  }
}
