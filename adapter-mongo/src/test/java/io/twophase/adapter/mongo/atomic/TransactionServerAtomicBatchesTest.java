package io.twophase.adapter.mongo.atomic;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Store;
import io.twophase.test.contract.atomic.AtomicBatchesContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Atomic batches on a server of this process that has transactions of its own. */
class TransactionServerAtomicBatchesTest extends AtomicBatchesContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

  @Override
  protected Store store() {
    return FRESH.store(MongoStoreSettings.defaults().withProbe(false).withServerTransactions(true));
  }
}
