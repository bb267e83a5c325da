package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.account.AccountRepositoryContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the accounts, where the server tells what each write of a bulk came to. */
@Tag("deep")
@ExtendWith(KnownDifferences.class)
class ClientBulkWriteAccountsTest extends AccountRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected AccountRepository repository() {
    return FRESH.store().accounts();
  }
}
