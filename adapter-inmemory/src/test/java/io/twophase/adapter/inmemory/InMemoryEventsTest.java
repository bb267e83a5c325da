package io.twophase.adapter.inmemory;

import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import java.time.InstantSource;

class InMemoryEventsTest extends EventRepositoryContract {

  @Override
  protected EventStore store() {
    InMemoryTransactionRepository transactions =
        new InMemoryTransactionRepository(InstantSource.system());
    return new EventStore(transactions, transactions.batches(), transactions.events());
  }

  @Override
  protected boolean isSignalling() {
    return true;
  }
}
