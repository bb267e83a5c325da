package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.statement.CarriedBalanceRepositoryContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of carried balances, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class ExternalServerCarriedBalancesTest extends CarriedBalanceRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected CarriedBalanceRepository repository() {
    return FRESH.store().carried();
  }
}
