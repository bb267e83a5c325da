package io.twophase.app.statement;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.Store;
import java.time.Clock;

/** In memory. */
class InMemoryReadingTest extends ReadingContract {

  @Override
  Store fresh() {
    return InMemoryStore.create(Clock.systemUTC());
  }
}
