package io.twophase.app.runtime;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs what is due on one daemon thread, made when first needed, which ends when there is nothing
 * to wait for. So nothing is left behind that would have to be closed.
 */
public final class AlarmThread implements Deadlines.Alarm {

  private static final long IDLE_SECONDS = 5;

  private final ScheduledThreadPoolExecutor thread;

  /**
   * @param name of the thread
   */
  public AlarmThread(String name) {
    this.thread = new ScheduledThreadPoolExecutor(1, new DaemonThread(name));
    thread.setRemoveOnCancelPolicy(true);
    thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
  }

  @Override
  public Runnable after(Duration time, Runnable task) {
    ScheduledFuture<?> due =
        thread.schedule(
            () -> Guarded.run("an alarm", task::run), nanos(time), TimeUnit.NANOSECONDS);
    return () -> due.cancel(false);
  }

  /** A time that is too long for the thread is as long as it can be. */
  private static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }
}
