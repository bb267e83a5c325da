package io.twophase.adapter.inmemory;

import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;

class InMemoryCarriedBalancesTest extends CarriedBalanceRepositoryContract {

  @Override
  protected CarriedBalanceRepository repository() {
    return new InMemoryCarriedBalanceRepository();
  }
}
