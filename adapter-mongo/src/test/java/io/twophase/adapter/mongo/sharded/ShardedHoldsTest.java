package io.twophase.adapter.mongo.sharded;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerHoldsTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of holds, where every collection is spread over shards by its ids. */
@Tag("deep")
class ShardedHoldsTest extends JavaServerHoldsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.sharded();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
