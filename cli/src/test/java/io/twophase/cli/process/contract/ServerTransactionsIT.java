package io.twophase.cli.process.contract;

import io.twophase.app.testing.ServerProcess;
import io.twophase.embedded.SortsTextsOtherwise;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.transaction.TransactionRepositoryContract;
import java.time.InstantSource;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the records, on the embedded server in a process of its own. */
@ExtendWith(SortsTextsOtherwise.class)
class ServerTransactionsIT extends TransactionRepositoryContract {

  @RegisterExtension static final ServerProcess SERVER = new ServerProcess();

  @Override
  protected TransactionRepository repository() {
    return SERVER.fresh(InstantSource.system()).transactions();
  }
}
