package io.twophase.adapter.mongo;

import io.twophase.ports.TransactionRepository;
import io.twophase.ports.contract.TransactionRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract of the transaction records, where each command is one transaction with row locks.
 */
@ExtendWith(KnownDifferences.class)
class RowLockingTransactionsTest extends TransactionRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  protected TransactionRepository repository() {
    return FRESH.store().transactions();
  }
}
