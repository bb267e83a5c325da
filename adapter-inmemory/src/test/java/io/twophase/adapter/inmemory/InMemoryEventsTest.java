package io.twophase.adapter.inmemory;

import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import java.time.InstantSource;

class InMemoryEventsTest extends EventRepositoryContract {

  @Override
  protected EventStore store() {
    InMemoryStore store = InMemoryStore.create(InstantSource.system());
    return new EventStore(store.records(), store.events());
  }

  @Override
  protected boolean isSignalling() {
    return true;
  }
}
