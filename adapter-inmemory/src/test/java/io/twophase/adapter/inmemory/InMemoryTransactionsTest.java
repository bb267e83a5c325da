package io.twophase.adapter.inmemory;

import io.twophase.ports.TransactionRepository;
import io.twophase.ports.contract.TransactionRepositoryContract;
import java.time.Clock;

class InMemoryTransactionsTest extends TransactionRepositoryContract {

  @Override
  protected TransactionRepository repository() {
    return InMemoryStore.create(Clock.systemUTC()).transactions();
  }
}
