package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of events, on the embedded server, by the real adapter and driver. */
class EmbeddedEventsTest extends EventRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();
  @RegisterExtension static final FreshDatabase FRESH = STORE.databases();

  @Override
  protected EventStore store() {
    MongoStore store = FRESH.store();
    return new EventStore(store.records(), store.events());
  }
}
