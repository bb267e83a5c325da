package io.twophase.adapter.inmemory;

import io.twophase.ports.Store;
import io.twophase.test.contract.limit.CallLimitContract;
import java.time.Clock;

class InMemoryCallLimitTest extends CallLimitContract {

  @Override
  protected Store store() {
    return InMemoryStore.create(Clock.systemUTC());
  }
}
