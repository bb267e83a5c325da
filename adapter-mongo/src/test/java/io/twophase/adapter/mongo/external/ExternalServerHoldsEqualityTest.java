package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.HoldsEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter's holds beside those in memory, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class ExternalServerHoldsEqualityTest extends HoldsEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
