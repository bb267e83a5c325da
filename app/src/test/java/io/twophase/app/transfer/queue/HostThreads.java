package io.twophase.app.transfer.queue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Executors as hosts may hand them in, by their names. */
final class HostThreads implements AutoCloseable {

  final ExecutorService all = Executors.newCachedThreadPool();
  final AtomicInteger rejections = new AtomicInteger();
  final AtomicInteger failures = new AtomicInteger();
  private final ExecutorService single = Executors.newSingleThreadExecutor();
  private final BlockingQueue<Runnable> ours = new LinkedBlockingQueue<>();
  private final AtomicInteger deepest = new AtomicInteger();

  Executor of(String name) {
    return switch (name) {
      case "callers" -> Runnable::run;
      case "one" -> single;
      case "ours" -> ours::add;
      case "failing" -> this::fail;
      case "momentary" -> this::rejectOrRun;
      case "eager" -> this::runTwice;
      case "dropping" -> dropped -> {};
      default -> this::runNoted;
    };
  }

  private void fail(Runnable task) {
    failures.incrementAndGet();
    throw new OutOfMemoryError("unable to create native thread");
  }

  private void rejectOrRun(Runnable task) {
    if (rejections.getAndDecrement() > 0) {
      throw new RejectedExecutionException("for a moment");
    }
    all.execute(task);
  }

  private void runTwice(Runnable task) {
    task.run();
    all.execute(task);
    throw new IllegalStateException("after all");
  }

  /** The caller runs the task, and it is noted how deep its stack is. */
  private void runNoted(Runnable task) {
    deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
    task.run();
  }

  boolean areShallow() {
    return deepest.get() > 0 && deepest.get() <= 120;
  }

  /** A thread of its own runs the next of our tasks. */
  void runNext() {
    try {
      new Thread(ours.take()).start();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  void runRest() {
    ours.forEach(Runnable::run);
  }

  @Override
  public void close() {
    all.shutdownNow();
    single.shutdownNow();
  }
}
