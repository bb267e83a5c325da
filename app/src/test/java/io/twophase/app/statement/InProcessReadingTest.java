package io.twophase.app.statement;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Store;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the server in this process. */
class InProcessReadingTest extends ReadingContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  Store fresh() {
    return FRESH.store();
  }
}
