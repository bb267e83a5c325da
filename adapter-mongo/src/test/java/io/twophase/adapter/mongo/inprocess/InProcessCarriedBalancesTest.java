package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of carried balances, on mongo-java-server, in this process. */
class InProcessCarriedBalancesTest extends CarriedBalanceRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected CarriedBalanceRepository repository() {
    return FRESH.store().carried();
  }
}
