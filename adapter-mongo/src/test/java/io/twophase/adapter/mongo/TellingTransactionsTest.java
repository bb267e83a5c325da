package io.twophase.adapter.mongo;

import io.twophase.ports.TransactionRepository;
import io.twophase.ports.contract.TransactionRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract of the transaction records, where the server tells what each write of a bulk came
 * to.
 */
@ExtendWith(KnownDifferences.class)
class TellingTransactionsTest extends TransactionRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected TransactionRepository repository() {
    return FRESH.store().transactions();
  }
}
