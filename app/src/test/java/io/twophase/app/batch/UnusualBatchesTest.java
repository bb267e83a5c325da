package io.twophase.app.batch;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.Store;
import java.time.InstantSource;

/** On the store in memory. */
class UnusualBatchesTest extends UnusualBatchesContract {

  @Override
  Store fresh() {
    return InMemoryStore.create(InstantSource.system());
  }
}
