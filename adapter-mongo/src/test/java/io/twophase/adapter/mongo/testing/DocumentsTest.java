package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.Store;
import io.twophase.test.contract.document.BrokenDocumentsContract;
import io.twophase.test.contract.document.DocumentRepositoryContract;
import org.junit.jupiter.api.Nested;

/** The contract of the documents, on a server; there, others can break what is stored. */
public abstract class DocumentsTest extends DocumentRepositoryContract {

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  @Override
  protected final DocumentRepository repository(HoldLimit limit) {
    return documents(
        database().store(MongoStoreSettings.defaults().withProbe(false).withHoldLimit(limit)));
  }

  /** The documents of a fresh store. */
  protected DocumentRepository documents(Store store) {
    return store.documents();
  }

  @Override
  protected final void host(DocumentRef document, Fields fields) {
    database().host(document, fields);
  }

  @Override
  protected final String anotherDatabase() {
    return database().another();
  }

  @Nested
  class BrokenByOthers extends BrokenDocumentsContract {
    BrokenByOthers() {
      super(
          () -> repository(HoldLimit.DEFAULT),
          DocumentsTest.this::host,
          document -> database().fields(document));
    }
  }
}
