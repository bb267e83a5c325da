package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.KnownDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the documents, where the server tells what each write of a bulk came to. */
@ExtendWith(KnownDifferences.class)
class ClientBulkWriteDocumentsTest extends DocumentRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  protected DocumentRepository repository() {
    return FRESH.store().documents();
  }
}
