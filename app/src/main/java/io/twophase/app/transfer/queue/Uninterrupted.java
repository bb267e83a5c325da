package io.twophase.app.transfer.queue;

import java.time.Duration;

/** Waits that an interrupt does not end: it is kept for the caller. */
public final class Uninterrupted {

  private Uninterrupted() {}

  /** A wait for something, for so long at most; answers whether it has come. */
  @FunctionalInterface
  public interface Wait {
    boolean within(long nanos) throws InterruptedException;
  }

  /** Returns whether it has come within this time. */
  public static boolean within(Duration most, Wait wait) {
    long end = System.nanoTime() + most.toNanos();
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return wait.within(end - System.nanoTime());
        } catch (InterruptedException interrupted) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
