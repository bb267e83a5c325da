package io.twophase.app.function;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Store;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("Functions, on a server that is given")
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=mongodb://host:port")
class ExternalServerFunctionsTest extends FunctionsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  Store fresh() {
    return FRESH.store();
  }
}
