package io.twophase.adapter.mongo;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, through a proxy that lets everything through. */
class ProxiedEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.proxied();

  @Override
  FreshDatabase database() {
    return FRESH;
  }
}
