package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerHoldsEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The holds of the adapter beside those in memory, through a proxy that lets everything through.
 */
@Tag("deep")
class ProxiedEqualityTest extends JavaServerHoldsEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.proxied();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
