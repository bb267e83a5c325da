package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, through a proxy that lets everything through. */
@ExtendWith(KnownDifferences.class)
class ProxiedAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.proxied();

  @Override
  protected AccountRepository repository() {
    return FRESH.store().accounts();
  }
}
