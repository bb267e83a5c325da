package io.twophase.app.testing;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for what other threads do, also on a machine that is busy with other things. */
public final class Patiently {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Patiently() {}

  /** Waits for up to a minute. */
  public static ConditionFactory await() {
    return Awaitility.await().atMost(LIMIT);
  }

  /** Waits for the latch as long as it takes; an interrupt ends the wait, and is kept. */
  public static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
