package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.inmemory.InMemoryDocumentRepository;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.Store;
import io.twophase.test.equality.document.DocumentEqualityContract;
import io.twophase.test.equality.document.DocumentStore;
import io.twophase.test.equality.document.Draws;

/** The adapter's documents beside those in memory, which apply the domain's own rules. */
public abstract class DocumentsEqualityTest extends DocumentEqualityContract {

  /** Few enough to be reached. */
  private static final HoldLimit LIMIT = new HoldLimit(4);

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  @Override
  protected DocumentStore exact() {
    InMemoryDocumentRepository documents = new InMemoryDocumentRepository(LIMIT);
    return new DocumentStore(documents, documents::store);
  }

  @Override
  protected DocumentStore tested() {
    return new DocumentStore(
        documents(
            database()
                .emptied(MongoStoreSettings.defaults().withProbe(false).withHoldLimit(LIMIT))),
        database()::host);
  }

  /** The documents of an empty store. */
  protected DocumentRepository documents(Store store) {
    return store.documents();
  }

  @Override
  protected Draws draws() {
    return Draws.everything(database().another());
  }
}
