package io.twophase.adapter.mongo.replicaset;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerHoldsEqualityTest;
import io.twophase.adapter.mongo.testing.RecordsEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The adapter beside the one in memory, on a replica set whose majority lags behind its primary.
 */
class ReplicaSetEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.replicated();

  @Nested
  class OfHolds extends JavaServerHoldsEqualityTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }

  @Nested
  class OfRecords extends RecordsEqualityTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }
}
