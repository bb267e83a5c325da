package io.twophase.adapter.mongo.rowlocking;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, where each command is one transaction with row locks. */
@ExtendWith(KnownDifferences.class)
@Tag("deep")
class RowLockingAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  protected AccountRepository repository() {
    return FRESH.store().accounts();
  }
}
