package io.twophase.app.wiring;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads on which the batches run that callers share, or the callbacks of callers: daemons, made
 * when first needed, which end when there is nothing to do. So nothing is left behind that would
 * have to be closed.
 */
final class CommitThreads implements Executor {

  /** More than there are batches in flight, which is what bounds them. */
  private static final int MOST = 64;

  private static final long IDLE_SECONDS = 5;

  private final String name;
  private final AtomicInteger count = new AtomicInteger();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::named);

  /**
   * @param name of each, before its number
   */
  CommitThreads(String name) {
    this.name = name;
    threads.allowCoreThreadTimeOut(true);
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
