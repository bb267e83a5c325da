package io.twophase.adapter.mongo.servertransaction;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerHoldsEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter's holds beside those in memory, on a server with sessions and retryable writes. */
class TransactionServerHoldsEqualityTest extends JavaServerHoldsEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
