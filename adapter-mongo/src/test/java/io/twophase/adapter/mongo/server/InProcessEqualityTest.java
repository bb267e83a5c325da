package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;

/** The adapter beside the store in memory, on mongo-java-server, in this process. */
@Tag("deep")
class InProcessEqualityTest extends ServerEquality {

  InProcessEqualityTest() {
    super(Servers.inProcess(), true);
  }
}
