package io.twophase.cli.process.contract;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.MongoEquality;
import io.twophase.app.testing.ServerProcess;
import io.twophase.test.equality.SettableClock;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter by way of a proxy to an embedded server in its own process. */
class ProxiedServerEqualityIT extends MongoEquality {

  @RegisterExtension static final ServerProcess SERVER = ServerProcess.proxied();

  @Override
  protected MongoStore store(SettableClock clock) {
    return SERVER.fresh(clock);
  }
}
