package io.twophase.embedded;

import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of carried balances, on the embedded server, by the real adapter and driver. */
class EmbeddedCarriedBalancesTest extends CarriedBalanceRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected CarriedBalanceRepository repository() {
    return STORE.fresh().carried().get();
  }
}
