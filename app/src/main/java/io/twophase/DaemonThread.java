package io.twophase;

import io.twophase.app.transfer.queue.Deadlines;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes daemon threads, which keep no process from ending.
 *
 * @param name of each thread
 */
record DaemonThread(String name) implements ThreadFactory {

  private static final long IDLE_SECONDS = 5;

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs what is due on one daemon thread, made when first needed, which ends when there is nothing
   * to wait for. So nothing is left behind that would have to be closed.
   *
   * @param thread the thread
   */
  record AlarmThread(ScheduledThreadPoolExecutor thread) implements Deadlines.Alarm {

    /** An alarm whose thread has this name. */
    AlarmThread(String name) {
      this(new ScheduledThreadPoolExecutor(1, new DaemonThread(name)));
      thread.setRemoveOnCancelPolicy(true);
      thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      thread.allowCoreThreadTimeOut(true);
    }

    @Override
    public Runnable after(Duration time, Runnable task) {
      // a time that is too long for the thread is as long as it can be
      long nanos = TimeUnit.NANOSECONDS.convert(time);
      ScheduledFuture<?> due =
          thread.schedule(() -> Guarded.run("an alarm", task::run), nanos, TimeUnit.NANOSECONDS);
      return () -> due.cancel(false);
    }
  }

  /**
   * Threads on which the batches run that callers share, or the callbacks of callers: daemons, made
   * when first needed, which end when there is nothing to do. So nothing is left behind that would
   * have to be closed. There are as many as tasks at a time: a task may wait for what another does,
   * and so none may wait for a thread.
   *
   * @param name of each, before its number
   */
  static Executor queueThreads(String name) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> new DaemonThread(name + count.incrementAndGet()).newThread(task));
  }
}
