package io.twophase.app.network;

import io.twophase.app.embedded.SortsTextsOtherwise;
import io.twophase.app.testing.TestedServer;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.contract.TransactionRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of the transaction records, on the embedded server, through a proxy. */
@ExtendWith(SortsTextsOtherwise.class)
class ProxiedTransactionsTest extends TransactionRepositoryContract {

  @Override
  protected TransactionRepository repository() {
    return TestedServer.PROXIED.fresh().transactions();
  }
}
