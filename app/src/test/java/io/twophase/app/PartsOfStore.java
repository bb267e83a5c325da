package io.twophase.app;

import io.twophase.app.engine.Repositories;

/**
 * Begins to build one over parts of a store, without the owners that a whole store has: who shows
 * that it is alive has a thread of its own, and a simulation lets one thread run at a time.
 */
public final class PartsOfStore {

  private PartsOfStore() {}

  /** Over these. */
  public static TwoPhase.Builder over(Repositories parts) {
    TwoPhase.Builder builder = TwoPhase.over(parts.accounts(), parts.transactions());
    builder.repositories = parts;
    return builder;
  }
}
