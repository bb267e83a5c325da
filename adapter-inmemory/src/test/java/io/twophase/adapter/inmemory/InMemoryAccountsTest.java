package io.twophase.adapter.inmemory;

import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import java.time.Clock;

class InMemoryAccountsTest extends AccountRepositoryContract {

  @Override
  protected AccountRepository repository() {
    return InMemoryStore.create(Clock.systemUTC()).accounts();
  }
}
