package io.twophase.app.completion;

import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Completes the futures that callers hold, on an executor of their own. So a callback of a future
 * never runs within a batch; it may ask for other transfers, wait for them, or close.
 */
public final class Completions {

  private static final long LOOK_NANOS = 1_000_000;

  /**
   * If no future has been completed for this long, the executor counts as having dropped the rest.
   */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

  private final Executor executor;
  private final Trampoline trampoline;
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

  public Completions(Executor executor, Trampoline trampoline, Ticker ticker) {
    this.executor = executor;
    this.trampoline = trampoline;
    this.ticker = ticker;
  }

  /** Runs {@code completion}, which completes {@code future}. */
  public void run(CompletableFuture<?> future, Runnable completion) {
    Due one = new Due(future, completion);
    due.add(one);
    trampoline.completeOn(executor, () -> complete(one));
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

  /**
   * Waits until all pending futures are completed. It does not wait for their callbacks, which may
   * be waiting for the caller. On a thread that completes a future itself, or runs a batch, it
   * returns at once. Those that the executor seems to have dropped are completed on this thread.
   */
  public void await(boolean insideBatch) {
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
}
