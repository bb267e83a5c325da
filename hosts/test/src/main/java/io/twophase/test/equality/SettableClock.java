package io.twophase.test.equality;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is turned. For one thread. */
public final class SettableClock implements InstantSource {

  private Instant now;

  /** One that shows {@code start}. */
  public SettableClock(Instant start) {
    this.now = start;
  }

  /** Turns it on. */
  public void advance(Duration duration) {
    now = now.plus(duration);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
