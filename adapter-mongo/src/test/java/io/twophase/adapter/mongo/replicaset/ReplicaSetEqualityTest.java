package io.twophase.adapter.mongo.replicaset;

import io.twophase.adapter.mongo.testing.AccountDocumentsEquality;
import io.twophase.adapter.mongo.testing.EqualityTest;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsEqualityTest;
import io.twophase.adapter.mongo.testing.JavaServerHoldsEqualityTest;
import io.twophase.adapter.mongo.testing.RangesEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The adapter beside the one in memory, on a replica set whose majority lags behind its primary.
 */
class ReplicaSetEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.replicated();

  @Nested
  class OfAccountsAndTransactions extends EqualityTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }

  @Nested
  class OfRanges extends RangesEqualityTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }

  @Nested
  class OfDocuments extends JavaServerDocumentsEqualityTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }

  @Nested
  class OfAccountsAsDocuments extends AccountDocumentsEquality {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }

  @Nested
  class OfHolds extends JavaServerHoldsEqualityTest {
    @Override
    public FreshDatabase database() {
      return FRESH;
    }
  }
}
