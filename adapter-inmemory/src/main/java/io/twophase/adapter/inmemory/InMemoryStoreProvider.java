package io.twophase.adapter.inmemory;

import io.twophase.ports.StoreProvider;
import java.time.Clock;

/** Opens stores of {@code memory:}: each is empty, and of its own. */
public final class InMemoryStoreProvider implements StoreProvider {

  private static final String SCHEME = "memory:";

  @Override
  public boolean opens(String uri) {
    return uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  @Override
  public Opened openStore(String uri) {
    if (uri.length() > SCHEME.length()) {
      throw new IllegalArgumentException(
          "the URI of a store in memory is memory: and nothing behind it");
    }
    return new Opened(InMemoryStore.create(Clock.systemUTC()), () -> {});
  }
}
