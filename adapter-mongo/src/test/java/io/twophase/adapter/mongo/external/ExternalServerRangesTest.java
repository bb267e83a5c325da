package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.range.RangeRepositoryContract;
import io.twophase.test.contract.range.RangeStore;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of ranges, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class ExternalServerRangesTest extends RangeRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected RangeStore store() {
    MongoStore store = FRESH.store();
    return new RangeStore(store.accounts(), store.batches().get().ranges());
  }
}
