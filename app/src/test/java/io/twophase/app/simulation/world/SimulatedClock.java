package io.twophase.app.simulation.world;

import java.time.Instant;
import java.time.InstantSource;

/** The store's clock, which goes on when something happens. */
final class SimulatedClock implements InstantSource {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private long passed;

  @Override
  public Instant instant() {
    return START.plusMillis(passed);
  }

  /** Milliseconds since the start. */
  long passed() {
    return passed;
  }

  void advance(long millis) {
    passed += millis;
  }
}
