package io.twophase;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Threads on which the batches run that callers share, or the callbacks of callers: daemons, made
   * when first needed, which end when there is nothing to do. So nothing is left behind that would
   * have to be closed. There are as many as tasks at a time: a task may wait for what another does,
   * and so none may wait for a thread.
   */
  static final class QueueThreads implements Executor {

    private static final long IDLE_SECONDS = 5;

    private final ThreadPoolExecutor threads;

    /**
     * @param name of each, before its number
     */
    public QueueThreads(String name) {
      AtomicInteger count = new AtomicInteger();
      this.threads =
          new ThreadPoolExecutor(
              0,
              Integer.MAX_VALUE,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new SynchronousQueue<>(),
              task -> new DaemonThread(name + count.incrementAndGet()).newThread(task));
    }

    @Override
    public void execute(Runnable task) {
      threads.execute(task);
    }

    /** Runs a task here after a time; answers what ends that. */
    Runnable after(Duration time, Runnable task) {
      // a time that is too long for the clock is as long as it can be
      long nanos = TimeUnit.NANOSECONDS.convert(time);
      CompletableFuture<Void> due =
          new CompletableFuture<Void>().completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
      var unused = due.thenRunAsync(() -> Guarded.run("an alarm", task::run), this);
      return () -> due.cancel(false);
    }
  }
}
