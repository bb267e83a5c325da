package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.RangesEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Random calls on ranges, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class ExternalServerRangesEqualityTest extends RangesEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
