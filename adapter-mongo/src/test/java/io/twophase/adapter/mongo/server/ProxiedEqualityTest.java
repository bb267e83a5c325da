package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the store in memory, through a proxy that lets everything through. */
@Tag("deep")
class ProxiedEqualityTest extends ServerEquality {

  @RegisterExtension static final FreshDatabase FRESH = Servers.proxied();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
