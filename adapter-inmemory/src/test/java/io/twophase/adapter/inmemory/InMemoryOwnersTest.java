package io.twophase.adapter.inmemory;

import io.twophase.ports.OwnerRepository;
import io.twophase.test.contract.owner.OwnerRepositoryContract;
import java.time.Clock;

class InMemoryOwnersTest extends OwnerRepositoryContract {

  @Override
  protected OwnerRepository repository() {
    return InMemoryStore.create(Clock.systemUTC()).owners();
  }
}
