package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract of the transaction records, where the server tells what each write of a bulk came
 * to.
 */
@Tag("deep")
@ExtendWith(KnownDifferences.class)
class ClientBulkWriteTransactionsTest extends TransactionRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected TransactionRepository repository() {
    return FRESH.store().transactions();
  }
}
