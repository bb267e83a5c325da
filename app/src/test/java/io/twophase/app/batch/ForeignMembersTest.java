package io.twophase.app.batch;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.Store;
import java.time.Clock;

/** On the store in memory. */
class ForeignMembersTest extends ForeignMembersContract {

  @Override
  Store fresh() {
    return InMemoryStore.create(Clock.systemUTC());
  }
}
