package io.twophase.app.engine;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a server that is given, of one process or several. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=mongodb://host:port")
class ExternalServerRunsTest extends RunsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();
  @RegisterExtension static final FreshDatabase BESIDES = Servers.given();

  @Override
  RecordWorld world() {
    return RecordWorld.in(FRESH);
  }

  @Override
  RecordWorld besides() {
    return RecordWorld.in(BESIDES);
  }

  @Override
  int worlds() {
    return 3;
  }
}
