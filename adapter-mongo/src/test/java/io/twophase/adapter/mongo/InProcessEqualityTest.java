package io.twophase.adapter.mongo;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, on mongo-java-server, in this process. */
class InProcessEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  FreshDatabase database() {
    return FRESH;
  }
}
