package io.twophase.adapter.inmemory;

import io.twophase.ports.StoreProvider;
import java.time.Clock;

/** Opens stores of {@code memory:}: each is empty, and of its own. */
public final class InMemoryStoreProvider implements StoreProvider {

  @Override
  public boolean opens(String uri) {
    return uri.equals("memory:");
  }

  @Override
  public Opened openStore(String uri) {
    return new Opened(InMemoryStore.create(Clock.systemUTC()), () -> {});
  }
}
