package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.ports.Store;
import io.twophase.test.equality.document.AccountDocumentsEqualityContract;
import java.time.Clock;

/** The Mongo adapter beside the one in memory, where accounts are held as documents too. */
public abstract class AccountDocumentsEquality extends AccountDocumentsEqualityContract {

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  @Override
  protected final Store exact() {
    return InMemoryStore.create(Clock.systemUTC());
  }

  @Override
  protected final Store tested() {
    return database().emptied(MongoStoreSettings.defaults().withProbe(false));
  }
}
