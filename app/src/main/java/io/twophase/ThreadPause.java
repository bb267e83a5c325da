package io.twophase;

import io.twophase.ports.Pause;
import java.time.Duration;

/** Pauses by putting the thread to sleep. */
public final class ThreadPause implements Pause {

  /** Sleeps in real time. */
  public ThreadPause() {}

  @Override
  public void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
