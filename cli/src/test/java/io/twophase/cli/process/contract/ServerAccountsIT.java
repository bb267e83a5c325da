package io.twophase.cli.process.contract;

import io.twophase.app.testing.ServerProcess;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import java.time.InstantSource;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, on the embedded server in a process of its own. */
class ServerAccountsIT extends AccountRepositoryContract {

  @RegisterExtension static final ServerProcess SERVER = new ServerProcess();

  @Override
  protected AccountRepository repository() {
    return SERVER.fresh(InstantSource.system()).accounts();
  }
}
