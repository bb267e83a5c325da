package io.twophase.ports;

import java.time.Duration;

/** A pause waits: by sleeping in production, by turning a clock in tests. */
@FunctionalInterface
public interface Pause {

  /**
   * Waits for about {@code duration}. Returns early, with the thread's interrupt flag set, if the
   * thread is interrupted.
   */
  void pause(Duration duration);
}
