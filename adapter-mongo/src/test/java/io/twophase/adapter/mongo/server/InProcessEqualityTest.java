package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the store in memory, on mongo-java-server, in this process. */
@Tag("deep")
class InProcessEqualityTest extends ServerEquality {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
