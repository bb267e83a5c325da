package io.twophase.adapter.mongo.external;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Store;
import io.twophase.test.contract.atomic.AtomicBatchesContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of atomic batches, on the server that is given, if it passes the trial. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class ExternalServerAtomicBatchesTest extends AtomicBatchesContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected Store store() {
    MongoStore store =
        FRESH.store(MongoStoreSettings.defaults().withProbe(false).withServerTransactions(true));
    assumeTrue(
        store.atomicBatches().isDefined(),
        "the server has no transactions of its own, or does not pass the trial: see the log");
    return store;
  }
}
