package io.twophase.ports;

import java.time.Duration;

/**
 * This process's own measure of elapsed time: steady, whatever anybody does to the clock. Never
 * compared with another process's. Thread-safe.
 */
@FunctionalInterface
public interface Ticker {

  /**
   * Returns how much time has passed since some moment, the same one at each call. Never goes back.
   */
  Duration elapsed();
}
