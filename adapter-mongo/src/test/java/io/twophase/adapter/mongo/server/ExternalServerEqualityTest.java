package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;

/** The adapter beside the store in memory, on the server that is given. */
@OnGivenServer
class ExternalServerEqualityTest extends ServerEquality {

  ExternalServerEqualityTest() {
    super(Servers.given(), false);
  }
}
