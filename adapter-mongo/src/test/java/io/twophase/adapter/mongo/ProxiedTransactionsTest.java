package io.twophase.adapter.mongo;

import io.twophase.ports.TransactionRepository;
import io.twophase.ports.contract.TransactionRepositoryContract;
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
