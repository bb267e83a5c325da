package io.twophase.guice;

import com.google.inject.AbstractModule;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.ports.Store;

/** Binds the store to one on a MongoDB server, which the host opens and closes. */
public final class MongoStoreModule extends AbstractModule {

  private final MongoStore store;

  /** With {@code store}. */
  public MongoStoreModule(MongoStore store) {
    this.store = store;
  }

  @Override
  protected void configure() {
    bind(MongoStore.class).toInstance(store);
    bind(Store.class).toInstance(store);
  }
}
