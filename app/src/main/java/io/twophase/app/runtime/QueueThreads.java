package io.twophase.app.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads on which the batches run that callers share, or the callbacks of callers: daemons, made
 * when first needed, which end when there is nothing to do. So nothing is left behind that would
 * have to be closed. There are as many as tasks at a time: a task may wait for what another does,
 * and so none may wait for a thread.
 */
public final class QueueThreads implements Executor {

  private static final long IDLE_SECONDS = 5;

  private final String name;
  private final AtomicInteger count = new AtomicInteger();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          this::named);

  /**
   * @param name of each, before its number
   */
  public QueueThreads(String name) {
    this.name = name;
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  private Thread named(Runnable task) {
    Thread thread = new Thread(task, name + count.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
