package io.twophase.guice;

import com.google.inject.AbstractModule;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.Store;

/** Binds the store to one in memory, which the host gives. */
public final class InMemoryStoreModule extends AbstractModule {

  private final InMemoryStore store;

  /** With {@code store}. */
  public InMemoryStoreModule(InMemoryStore store) {
    this.store = store;
  }

  @Override
  protected void configure() {
    bind(InMemoryStore.class).toInstance(store);
    bind(Store.class).toInstance(store);
  }
}
