package io.twophase;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bell on which one thread waits, and which others ring. A ring that comes while nobody waits is
 * kept for the next wait. Thread-safe.
 */
final class Bell implements AutoCloseable {

  /** No monitor: waiting for one keeps a virtual thread's carrier. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private boolean isRung;
  private boolean isClosed;

  /** Nobody has rung it. */
  public Bell() {}

  /** Ends the wait that there is, or the next one. */
  public void ring() {
    lock.lock();
    try {
      isRung = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the wait that there is, and lets nobody wait any more. Idempotent. */
  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until it is rung. An interrupt does not end the wait, and is kept for the caller.
   *
   * @param least so long at least, though it is rung
   * @param most so long at most, or {@code least} if that is longer
   * @return whether it was rung since the last wait
   */
  public boolean await(Duration least, Duration most) {
    lock.lock();
    try {
      awaitLocked(least, most);
      boolean wasRung = isRung;
      isRung = false;
      return wasRung;
    } finally {
      lock.unlock();
    }
  }

  private void awaitLocked(Duration least, Duration most) {
    long begun = System.nanoTime();
    boolean isInterrupted = false;
    while (!isClosed) {
      long left = (isRung ? least : longer(least, most)).toNanos() - (System.nanoTime() - begun);
      if (left <= 0) {
        break;
      }
      try {
        var unused = changed.await(left, TimeUnit.NANOSECONDS);
      } catch (InterruptedException interrupted) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
