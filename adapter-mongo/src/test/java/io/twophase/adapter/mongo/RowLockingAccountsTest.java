package io.twophase.adapter.mongo;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.contract.AccountRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, where each command is one transaction with row locks. */
@ExtendWith(KnownDifferences.class)
class RowLockingAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  protected AccountRepository repository() {
    return FRESH.store().accounts();
  }
}
