package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the transaction records, on mongo-java-server, in this process. */
@ExtendWith(KnownDifferences.class)
class InProcessTransactionsTest extends TransactionRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected TransactionRepository repository() {
    return FRESH.store().transactions();
  }
}
