package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.HoldsTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of holds, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class ExternalServerHoldsTest extends HoldsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
