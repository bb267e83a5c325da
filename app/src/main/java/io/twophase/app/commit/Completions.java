package io.twophase.app.commit;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Completes the futures that callers hold, on an executor of their own: what hangs on a future
 * never runs within a batch, and may ask for other transfers, wait for them, or close.
 */
final class Completions {

  private static final long LOOK_NANOS = 1_000_000;

  private final Executor executor;
  private final Trampoline trampoline;
  private final Set<Due> due = ConcurrentHashMap.newKeySet();
  private final ThreadLocal<Boolean> completing = ThreadLocal.withInitial(() -> false);

  /** A future that is to be completed; each is itself only. */
  private static final class Due {
    private final CompletableFuture<?> future;

    Due(CompletableFuture<?> future) {
      this.future = future;
    }
  }

  Completions(Executor executor, Trampoline trampoline) {
    this.executor = executor;
    this.trampoline = trampoline;
  }

  /** Runs {@code completion}, which completes {@code future}. */
  void run(CompletableFuture<?> future, Runnable completion) {
    Due one = new Due(future);
    due.add(one);
    trampoline.completeOn(
        executor,
        () -> {
          completing.set(true);
          try {
            completion.run();
          } finally {
            completing.remove();
            due.remove(one);
          }
        });
  }

  /**
   * Waits until all futures that are to be completed are: not for what hangs on them, which may be
   * waiting for the caller. Of a thread that completes one itself, or runs a batch, it asks
   * nothing.
   */
  void await(boolean insideBatch) {
    boolean inside = completing.get() || insideBatch;
    if (!inside) {
      completing.remove();
      due.forEach(one -> await(one.future));
    }
  }

  private static void await(CompletableFuture<?> future) {
    // to get() or to join() it could run what hangs on it here
    while (!future.isDone()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
