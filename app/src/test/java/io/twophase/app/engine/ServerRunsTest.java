package io.twophase.app.engine;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On servers: the one in this process, and one that is given, of one process or several. */
class ServerRunsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();
  @RegisterExtension static final FreshDatabase BESIDES = Servers.inProcess();
  @RegisterExtension static final FreshDatabase GIVEN = Servers.given();
  @RegisterExtension static final FreshDatabase GIVEN_BESIDES = Servers.given();

  @Nested
  class InProcess extends RunsContract {
    InProcess() {
      super(2, () -> RecordWorld.in(FRESH), () -> RecordWorld.in(BESIDES));
    }
  }

  @Nested
  @EnabledIfSystemProperty(
      named = "mongodb.uri",
      matches = ".+",
      disabledReason = "no server given: -Dmongodb.uri=mongodb://host:port")
  class Given extends RunsContract {
    Given() {
      super(3, () -> RecordWorld.in(GIVEN), () -> RecordWorld.in(GIVEN_BESIDES));
    }
  }
}
