package io.twophase.app.wiring;

import io.twophase.ports.Pause;
import java.time.Duration;

/** Pauses by putting the thread to sleep. */
public final class Sleep implements Pause {

  /** Sleeps in real time. */
  public Sleep() {}

  @Override
  public void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
