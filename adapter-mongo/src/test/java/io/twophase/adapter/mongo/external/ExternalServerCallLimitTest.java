package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Store;
import io.twophase.test.contract.limit.CallLimitContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of limits, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
@ExtendWith(ExternalServerDifferences.class)
class ExternalServerCallLimitTest extends CallLimitContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected Store store() {
    return FRESH.store();
  }
}
