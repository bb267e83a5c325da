package io.twophase.adapter.inmemory;

import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import java.time.Clock;

class InMemoryTransactionsTest extends TransactionRepositoryContract {

  @Override
  protected TransactionRepository repository() {
    return InMemoryStore.create(Clock.systemUTC()).transactions();
  }
}
