package io.twophase.app.deadline;

import java.time.Duration;

/** Calls back after a time, for those whose caller's thread does not do the work. Thread-safe. */
@FunctionalInterface
public interface Alarm {

  /**
   * Runs {@code task} after about {@code time}, once, on a thread of its own. The task is quick and
   * does not throw.
   *
   * @return ends it: it need not run any more, and may all the same
   */
  Runnable after(Duration time, Runnable task);
}
