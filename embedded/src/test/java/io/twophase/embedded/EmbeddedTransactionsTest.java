package io.twophase.embedded;

import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the records, on the embedded server, by the real adapter and driver. */
@ExtendWith(SortsTextsOtherwise.class)
class EmbeddedTransactionsTest extends TransactionRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected TransactionRepository repository() {
    return STORE.fresh().transactions();
  }
}
