package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the store in memory, on a server with sessions and retryable writes. */
@Tag("deep")
class TransactionServerEqualityTest extends ServerEquality {

  @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
