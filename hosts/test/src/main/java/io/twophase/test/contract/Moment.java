package io.twophase.test.contract;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A few milliseconds, after which the clock of a store shows another time. */
public final class Moment {

  private static final Duration LENGTH = Duration.ofMillis(3);

  private Moment() {}

  /** Waits until it has passed, whatever wakes this thread up before. */
  public static void pass() {
    long over = System.nanoTime() + LENGTH.toNanos();
    for (long left = LENGTH.toNanos(); left > 0; left = over - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
