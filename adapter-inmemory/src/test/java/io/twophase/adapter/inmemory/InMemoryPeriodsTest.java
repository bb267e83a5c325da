package io.twophase.adapter.inmemory;

import io.twophase.test.contract.period.PeriodRepositoryContract;
import io.twophase.test.contract.period.PeriodStore;
import java.time.InstantSource;

class InMemoryPeriodsTest extends PeriodRepositoryContract {

  @Override
  protected PeriodStore store() {
    InMemoryStore store = InMemoryStore.create(InstantSource.system());
    return new PeriodStore(store.documents(), store.periods().get());
  }
}
