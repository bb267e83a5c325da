package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the transaction records, through a proxy that lets everything through. */
@ExtendWith(KnownDifferences.class)
class ProxiedTransactionsTest extends TransactionRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.proxied();

  @Override
  protected TransactionRepository repository() {
    return FRESH.store().transactions();
  }
}
