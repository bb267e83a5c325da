package io.twophase.adapter.mongo;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class GivenEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  FreshDatabase database() {
    return FRESH;
  }
}
