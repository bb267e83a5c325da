package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;

/** The adapter beside the store in memory, on a server with sessions and retryable writes. */
@Tag("deep")
class TransactionServerEqualityTest extends ServerEquality {

  TransactionServerEqualityTest() {
    super(Servers.transactional(), true);
  }
}
