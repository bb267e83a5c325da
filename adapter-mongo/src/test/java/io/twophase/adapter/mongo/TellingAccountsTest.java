package io.twophase.adapter.mongo;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.contract.AccountRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, where the server tells what each write of a bulk came to. */
@ExtendWith(KnownDifferences.class)
class TellingAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected AccountRepository repository() {
    return FRESH.store().accounts();
  }
}
