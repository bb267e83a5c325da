package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;

/** The adapter beside the store in memory, on a server that answers each write of a bulk. */
class ClientBulkWriteEqualityTest extends ServerEquality {

  ClientBulkWriteEqualityTest() {
    super(Servers.telling(), true);
  }
}
