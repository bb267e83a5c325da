package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the documents, on the server in this process. */
class InProcessDocumentsTest extends DocumentRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected DocumentRepository repository() {
    return FRESH.store().documents();
  }
}
