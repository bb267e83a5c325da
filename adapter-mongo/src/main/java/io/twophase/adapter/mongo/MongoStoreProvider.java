package io.twophase.adapter.mongo;

import io.twophase.ports.StoreProvider;

/** Opens stores of {@code mongodb://} and {@code mongodb+srv://}, with the default settings. */
public final class MongoStoreProvider implements StoreProvider {

  @Override
  public boolean opens(String uri) {
    return uri.startsWith("mongodb://") || uri.startsWith("mongodb+srv://");
  }

  @Override
  public Opened openStore(String uri) {
    MongoStore store = MongoStore.open(uri, MongoStoreSettings.defaults());
    return new Opened(store, store);
  }
}
