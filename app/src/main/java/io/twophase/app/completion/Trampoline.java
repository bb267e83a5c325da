package io.twophase.app.completion;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs batches, and the tasks that complete futures, on executors of the host. Such an executor may
 * run a task at once on the thread that submits it, or throw. A task that reaches a thread which is
 * already running one is run after it, not within it. So tasks are never nested, however long the
 * chain of tasks is.
 */
public final class Trampoline {

  /** The frame of each thread that is running a batch, for any host in this process. */
  private static final ThreadLocal<Frame> FRAMES = new ThreadLocal<>();

  /** What a thread has to run after its current batch. */
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

  /** Runs a task that completes a future, in the same way: never within a batch. */
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
   * Runs the batches that this thread has put off. To be called before the thread waits for them.
   *
   * @return whether this thread is running a batch, or a callback of one
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
