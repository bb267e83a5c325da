package io.twophase.adapter.inmemory;

import io.twophase.domain.operation.HoldLimit;
import io.twophase.test.contract.range.RangeRepositoryContract;
import io.twophase.test.contract.range.RangeStore;

class InMemoryRangesTest extends RangeRepositoryContract {

  @Override
  protected RangeStore store() {
    InMemoryAccountRepository accounts = new InMemoryAccountRepository(HoldLimit.DEFAULT);
    return new RangeStore(accounts, accounts.ranges());
  }
}
