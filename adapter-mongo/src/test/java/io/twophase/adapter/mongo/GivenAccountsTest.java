package io.twophase.adapter.mongo;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.contract.AccountRepositoryContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
@ExtendWith(GivenDifferences.class)
class GivenAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected AccountRepository repository() {
    return FRESH.store().accounts();
  }
}
