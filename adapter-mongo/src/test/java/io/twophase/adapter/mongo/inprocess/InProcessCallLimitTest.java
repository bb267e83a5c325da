package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Store;
import io.twophase.test.contract.limit.CallLimitContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of limits, on mongo-java-server, in this process. */
@ExtendWith(KnownDifferences.class)
class InProcessCallLimitTest extends CallLimitContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected Store store() {
    return FRESH.store();
  }
}
