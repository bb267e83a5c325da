package io.twophase.app.testing;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.test.fault.FaultyStore;
import java.time.InstantSource;

/** Stores in memory whose writes a test lets go wrong. */
public final class FaultyStores {

  private FaultyStores() {}

  /** An empty store, whose clock is {@code clock}. */
  public static FaultyStore inMemory(InstantSource clock) {
    return inMemory(clock, HoldLimit.DEFAULT);
  }

  /** The same, whose accounts have at most so many holds. */
  public static FaultyStore inMemory(InstantSource clock, HoldLimit limit) {
    InMemoryStore store = InMemoryStore.create(clock, limit);
    return FaultyStore.over(store);
  }
}
