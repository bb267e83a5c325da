package io.twophase.adapter.mongo;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, where each write of a bulk is told. */
class TellingEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  FreshDatabase database() {
    return FRESH;
  }
}
