package io.twophase.adapter.mongo.rowlocking;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract of the transaction records, where each command is one transaction with row locks.
 */
@Tag("deep")
@ExtendWith(KnownDifferences.class)
class RowLockingTransactionsTest extends TransactionRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  protected TransactionRepository repository() {
    return FRESH.store().transactions();
  }
}
