package io.twophase.app.transfer.queue;

import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs batches, and completes the futures that callers hold, on executors of the host. Such an
 * executor may run a task at once on the thread that submits it, or throw. A task that reaches a
 * thread which is already running one is run after it, not within it. So tasks are never nested,
 * however long the chain of tasks is: a callback of a future never runs within a batch, and may ask
 * for other transfers, wait for them, or close.
 */
final class Trampoline {

  private static final long LOOK_NANOS = 1_000_000;

  /**
   * If no future has been completed for this long, the executor counts as having dropped the rest.
   */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

  /** The frame of each thread that is running a batch, for any host in this process. */
  private static final ThreadLocal<Frame> FRAMES = new ThreadLocal<>();

  /** A thread runs these after its current batch. */
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

  private final Executor executor;
  private final Executor callbacks;
  private final Ticker ticker;
  private final Set<Due> due = ConcurrentHashMap.newKeySet();
  private final ThreadLocal<Boolean> completing = ThreadLocal.withInitial(() -> false);

  /** A future that is to be completed. Equal only to itself. */
  private static final class Due {
    private final CompletableFuture<?> future;
    private final Runnable completion;

    Due(CompletableFuture<?> future, Runnable completion) {
      this.future = future;
      this.completion = completion;
    }
  }

  /**
   * @param executor runs batches
   * @param callbacks completes futures, and so runs their callbacks
   * @param ticker measures how long closing waits for callbacks to be taken
   */
  Trampoline(Executor executor, Executor callbacks, Ticker ticker) {
    this.executor = executor;
    this.callbacks = callbacks;
    this.ticker = ticker;
  }

  /**
   * Runs a batch on the executor, once. Where that throws, whatever it throws, the batch is run on
   * this thread.
   *
   * @return whether the executor took it
   */
  boolean start(Runnable batch) {
    return give(executor, new Once(() -> run(batch)));
  }

  /** Runs {@code completion}, which completes {@code future}. */
  void complete(CompletableFuture<?> future, Runnable completion) {
    Due one = new Due(future, completion);
    due.add(one);
    var unused = give(callbacks, new Once(() -> runOutside(() -> complete(one))));
  }

  private void complete(Due one) {
    completing.set(true);
    try {
      one.completion.run();
    } finally {
      completing.remove();
      due.remove(one);
    }
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
  void runNow(Runnable batch) {
    if (FRAMES.get() == null) {
      runOuter(batch);
    } else {
      batch.run();
    }
  }

  /** Runs a completion on this thread: at once, or after the batch that it is running. */
  private static void runOutside(Runnable completion) {
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
  boolean help() {
    Frame frame = FRAMES.get();
    if (frame == null) {
      return false;
    }
    for (Runnable batch = frame.batches.poll(); batch != null; batch = frame.batches.poll()) {
      batch.run();
    }
    return true;
  }

  /**
   * Waits until all pending futures are completed. It does not wait for their callbacks, which may
   * be waiting for the caller. On a thread that completes a future itself, or runs a batch, it
   * returns at once. Those that the executor seems to have dropped are completed on this thread.
   */
  void awaitCompletions(boolean insideBatch) {
    boolean inside = completing.get() || insideBatch;
    if (!inside) {
      completing.remove();
      boolean interrupted = Thread.interrupted();
      interrupted |= awaitUninterrupted();
      open(due).forEach(this::complete);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits until all are completed, or none has been for long.
   *
   * @return whether this thread was interrupted meanwhile
   */
  private boolean awaitUninterrupted() {
    boolean interrupted = false;
    List<Due> open = open(due);
    Duration since = ticker.elapsed();
    while (!open.isEmpty() && ticker.elapsed().minus(since).compareTo(LONGEST_SILENCE) < 0) {
      // get() or join() could run the callbacks of the future on this thread
      LockSupport.parkNanos(LOOK_NANOS);
      // without this, the thread would not park again
      interrupted |= Thread.interrupted();
      List<Due> still = open(open);
      if (still.size() < open.size()) {
        since = ticker.elapsed();
      }
      open = still;
    }
    return interrupted;
  }

  private static List<Due> open(Collection<Due> some) {
    return some.stream().filter(one -> !one.future.isDone()).toList();
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
