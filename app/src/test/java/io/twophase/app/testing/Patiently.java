package io.twophase.app.testing;

import java.time.Duration;
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
}
