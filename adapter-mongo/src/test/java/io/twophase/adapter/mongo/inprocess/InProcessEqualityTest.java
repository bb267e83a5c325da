package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.EqualityTest;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, on mongo-java-server, in this process. */
class InProcessEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
