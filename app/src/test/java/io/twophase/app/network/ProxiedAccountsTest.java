package io.twophase.app.network;

import io.twophase.app.testing.TestedServer;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.contract.AccountRepositoryContract;

/** The contract of the accounts, on the embedded server, through a proxy. */
class ProxiedAccountsTest extends AccountRepositoryContract {

  @Override
  protected AccountRepository repository() {
    return TestedServer.PROXIED.fresh().accounts();
  }
}
