package io.twophase.app.simulation.world;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.ReceiptPeriod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** For how long the store keeps what is finished, and whether it leaves receipts. */
public enum Keeping {
  /** All of it, for ever. */
  FOR_EVER,
  /** For a time; then nothing is left of it. */
  FOR_A_TIME,
  /** For a time; then a receipt is left, for ever. */
  THEN_RECEIPTS;

  /** Longer than anything is under way, and shorter than a night. */
  private static final Duration PERIOD = Duration.ofHours(6);

  static Keeping of(long seed) {
    return values()[Math.floorMod(seed, values().length)];
  }

  /** Whether anything is ever removed. */
  public boolean removes() {
    return this != FOR_EVER;
  }

  /** Whether what was asked long ago may be asked again, and is not made again. */
  public boolean answersForEver() {
    return this != FOR_A_TIME;
  }

  InMemoryStore store(InstantSource clock) {
    return removes()
        ? InMemoryStore.keeping(
            PERIOD,
            this == THEN_RECEIPTS ? Optional.of(ReceiptPeriod.FOR_EVER) : Optional.empty(),
            clock)
        : InMemoryStore.create(clock);
  }
}
