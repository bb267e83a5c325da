package io.twophase.embedded;

import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, on the embedded server, by the real adapter and driver. */
class EmbeddedAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected AccountRepository repository() {
    return STORE.fresh().accounts();
  }
}
