package io.twophase.cli.process.contract;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.MongoEquality;
import io.twophase.app.testing.ServerProcess;
import io.twophase.test.clock.SettableClock;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter on the embedded server in a process of its own. */
class ServerEqualityIT extends MongoEquality {

  @RegisterExtension static final ServerProcess SERVER = new ServerProcess();

  @Override
  protected MongoStore store(SettableClock clock) {
    return SERVER.fresh(clock);
  }
}
