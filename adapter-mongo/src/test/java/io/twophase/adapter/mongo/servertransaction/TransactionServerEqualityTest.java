package io.twophase.adapter.mongo.servertransaction;

import io.twophase.adapter.mongo.testing.EqualityTest;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, on a server with sessions and retryable writes. */
class TransactionServerEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
