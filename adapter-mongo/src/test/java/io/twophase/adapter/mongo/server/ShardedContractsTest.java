package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import io.twophase.adapter.mongo.testing.ServerContracts;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contracts of holds and records, where every collection is sharded by its ids. */
@Tag("deep")
@ExtendWith(JavaServerDifferences.class)
class ShardedContractsTest extends ServerContracts {

  @RegisterExtension static final FreshDatabase FRESH = Servers.sharded();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
