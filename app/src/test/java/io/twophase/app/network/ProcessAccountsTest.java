package io.twophase.app.network;

import io.twophase.app.testing.TestedServer;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.contract.AccountRepositoryContract;

/** The contract of the accounts, on the embedded server, in a process of its own. */
class ProcessAccountsTest extends AccountRepositoryContract {

  @Override
  protected AccountRepository repository() {
    return TestedServer.PROCESS.fresh().accounts();
  }
}
