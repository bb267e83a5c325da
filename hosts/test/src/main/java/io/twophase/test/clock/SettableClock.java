package io.twophase.test.clock;

import io.twophase.ports.Pause;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that stands still until it is turned. As a {@link Pause} it turns itself on by as much as
 * is waited for, at once; as a {@link Ticker} it measures what it was turned on by. Thread-safe.
 */
public final class SettableClock implements InstantSource, Ticker, Pause {

  private Instant now;
  private Duration turned = Duration.ZERO;

  /** One that shows {@code start}. */
  public SettableClock(Instant start) {
    this.now = start;
  }

  /**
   * Turns it on.
   *
   * @throws IllegalArgumentException if the duration is below zero
   */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("a clock is not turned back by " + duration);
    }
    now = now.plus(duration);
    turned = turned.plus(duration);
  }

  /**
   * Turns it on until it shows {@code later}.
   *
   * @throws IllegalArgumentException if it shows a later time already
   */
  public synchronized void advanceTo(Instant later) {
    advance(Duration.between(now, later));
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  /** Returns how far it was turned on since it was made. */
  @Override
  public synchronized Duration elapsed() {
    return turned;
  }

  @Override
  public void pause(Duration duration) {
    advance(duration);
  }
}
