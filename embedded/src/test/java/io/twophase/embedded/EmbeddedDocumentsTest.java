package io.twophase.embedded;

import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of any documents, on the embedded server, by the real adapter and driver. */
class EmbeddedDocumentsTest extends DocumentRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected DocumentRepository repository() {
    return STORE.fresh().documents();
  }
}
