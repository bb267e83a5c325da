package io.twophase.adapter.inmemory;

import io.twophase.test.contract.batch.BatchRepositoryContract;
import io.twophase.test.contract.batch.BatchStore;
import java.time.InstantSource;

class InMemoryBatchesTest extends BatchRepositoryContract {

  @Override
  protected BatchStore store() {
    InMemoryTransactionRepository transactions =
        new InMemoryTransactionRepository(InstantSource.system());
    return new BatchStore(transactions, transactions.batches());
  }
}
