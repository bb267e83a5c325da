package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of events, on mongo-java-server, in this process. */
class InProcessEventsTest extends EventRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected EventStore store() {
    MongoStore store = FRESH.store();
    return new EventStore(store.records(), store.events());
  }
}
