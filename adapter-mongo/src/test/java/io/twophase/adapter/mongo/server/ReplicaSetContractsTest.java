package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.AllServerContracts;
import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contracts of all ports, on a replica set whose majority lags behind its primary. */
@ExtendWith(JavaServerDifferences.class)
class ReplicaSetContractsTest extends AllServerContracts {

  ReplicaSetContractsTest() {
    super(Servers.replicated(), true);
  }
}
