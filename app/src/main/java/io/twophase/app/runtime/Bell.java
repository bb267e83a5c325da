package io.twophase.app.runtime;

import java.time.Duration;

/**
 * What one thread waits for, and others ring. A ring that comes while nobody waits is kept for the
 * next wait. Thread-safe.
 */
public final class Bell implements AutoCloseable {

  private boolean isRung;
  private boolean isClosed;

  /** Nobody has rung it. */
  public Bell() {}

  /** Ends the wait that there is, or the next one. */
  public synchronized void ring() {
    isRung = true;
    notifyAll();
  }

  /** Ends the wait that there is, and lets nobody wait any more. Idempotent. */
  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }

  /**
   * Waits until it is rung. An interrupt does not end the wait, and is kept for the caller.
   *
   * @param least so long at least, though it is rung
   * @param most so long at most, or {@code least} if that is longer
   * @return whether it was rung since the last wait
   */
  public synchronized boolean await(Duration least, Duration most) {
    long begun = System.nanoTime();
    boolean isInterrupted = false;
    while (!isClosed) {
      long left = (isRung ? least : longer(least, most)).toNanos() - (System.nanoTime() - begun);
      if (left <= 0) {
        break;
      }
      try {
        // a millisecond more than is left: a wait of none would never end
        wait(1 + left / 1_000_000);
      } catch (InterruptedException interrupted) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    boolean wasRung = isRung;
    isRung = false;
    return wasRung;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
