package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.AllServerContracts;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contracts of all ports, on a replica set whose majority lags behind its primary. */
@ExtendWith(JavaServerDifferences.class)
class ReplicaSetContractsTest extends AllServerContracts {

  @RegisterExtension static final FreshDatabase FRESH = Servers.replicated();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
