package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import java.util.UUID;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of any documents, on the embedded server, by the real adapter and driver. */
class EmbeddedDocumentsTest extends DocumentRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected DocumentRepository repository(HoldLimit limit) {
    return STORE.fresh(MongoStoreSettings.defaults().withHoldLimit(limit)).documents();
  }

  @Override
  protected void host(DocumentRef document, Fields fields) {
    STORE.host(document, fields);
  }

  @Override
  protected String anotherDatabase() {
    return "another" + UUID.randomUUID().toString().substring(0, 8);
  }
}
