package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of events, on the embedded server, by the real adapter and driver. */
class EmbeddedEventsTest extends EventRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected EventStore store() {
    MongoStore store = STORE.fresh();
    return new EventStore(
        store.transactions(), store.batches().get().records(), store.events().get());
  }
}
