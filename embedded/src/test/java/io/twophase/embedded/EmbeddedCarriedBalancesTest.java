package io.twophase.embedded;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of carried balances, on the embedded server, by the real adapter and driver. */
class EmbeddedCarriedBalancesTest extends CarriedBalanceRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();
  @RegisterExtension static final FreshDatabase FRESH = STORE.databases();

  @Override
  protected CarriedBalanceRepository repository() {
    return FRESH.store().carried();
  }
}
