package io.twophase.adapter.mongo;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.contract.AccountRepositoryContract;
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
