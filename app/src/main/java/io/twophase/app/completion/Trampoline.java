package io.twophase.app.completion;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs batches, and what completes futures, on executors of the host, whatever those do: run a task
 * at once on the thread that gives it, or throw. A task that comes to a thread that is running one
 * is run after that one, and not within it; so none is nested in another, however long the chain.
 */
public final class Trampoline {

  /** Of each thread that is running a batch, of whichever host in this process. */
  private static final ThreadLocal<Frame> FRAMES = new ThreadLocal<>();

  /** What a thread is to run after the batch that it is running. */
  private static final class Frame {
    private final Deque<Runnable> completions = new ArrayDeque<>(0);
    private final Deque<Runnable> batches = new ArrayDeque<>(0);

    void runRest() {
      while (true) {
        Runnable next = completions.isEmpty() ? batches.poll() : completions.poll();
        if (next == null) {
          return;
        }
        next.run();
      }
    }
  }

  /**
   * Runs a batch on {@code executor}, once. Where that throws, whatever it throws, the batch is run
   * on this thread.
   *
   * @return whether the executor took it
   */
  public boolean runOn(Executor executor, Runnable batch) {
    return give(executor, new Once(() -> run(batch)));
  }

  /** The same of what completes a future, which is not run within a batch either. */
  void completeOn(Executor executor, Runnable completion) {
    var unused = give(executor, new Once(() -> complete(completion)));
  }

  private static boolean give(Executor executor, Once task) {
    try {
      executor.execute(task);
      return true;
    } catch (Throwable refused) {
      task.run();
      return false;
    }
  }

  /** Runs a batch on this thread: at once, or after the one that it is running. */
  private static void run(Runnable batch) {
    Frame frame = FRAMES.get();
    if (frame == null) {
      runOuter(batch);
    } else {
      frame.batches.add(batch);
    }
  }

  /** Runs a batch on this thread at once, and then what has to come after it. */
  public void runNow(Runnable batch) {
    if (FRAMES.get() == null) {
      runOuter(batch);
    } else {
      batch.run();
    }
  }

  private static void complete(Runnable completion) {
    Frame frame = FRAMES.get();
    if (frame == null) {
      completion.run();
    } else {
      frame.completions.add(completion);
    }
  }

  private static void runOuter(Runnable batch) {
    Frame frame = new Frame();
    FRAMES.set(frame);
    try {
      batch.run();
      frame.runRest();
    } finally {
      FRAMES.remove();
    }
  }

  /**
   * Runs the batches that this thread is to run later, since it is about to wait for what they do.
   *
   * @return whether this thread is running a batch, or what hangs on one
   */
  public boolean help() {
    Frame frame = FRAMES.get();
    if (frame == null) {
      return false;
    }
    for (Runnable batch = frame.batches.poll(); batch != null; batch = frame.batches.poll()) {
      batch.run();
    }
    return true;
  }

  /** Runs its task at its first run only: an executor may throw, and yet have taken it. */
  private static final class Once implements Runnable {

    private final AtomicBoolean hasRun = new AtomicBoolean();
    private final Runnable task;

    Once(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (hasRun.compareAndSet(false, true)) {
        task.run();
      }
    }
  }
}
