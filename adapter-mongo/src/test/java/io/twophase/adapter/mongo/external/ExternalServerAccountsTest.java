package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
@ExtendWith(ExternalServerDifferences.class)
class ExternalServerAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected AccountRepository repository() {
    return FRESH.store().accounts();
  }
}
