package io.twophase.adapter.mongo.rowlocking;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the documents, where each command is one transaction with row locks. */
@ExtendWith(KnownDifferences.class)
class RowLockingDocumentsTest extends DocumentRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  protected DocumentRepository repository() {
    return FRESH.store().documents();
  }
}
