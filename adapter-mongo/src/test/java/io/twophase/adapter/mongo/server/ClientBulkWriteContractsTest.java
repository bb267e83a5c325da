package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import io.twophase.adapter.mongo.testing.ServerContracts;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contracts of holds and records, on a server that answers each write of a bulk. */
@ExtendWith(JavaServerDifferences.class)
class ClientBulkWriteContractsTest extends ServerContracts {

  ClientBulkWriteContractsTest() {
    super(Servers.telling(), true);
  }
}
