package io.twophase.ports;

/**
 * A caller's thread carries a context beside its call, such as a trace or the MDC of its logs. It
 * is taken when a transfer is asked for, and given to what is called back for it on other threads.
 */
@FunctionalInterface
public interface CallerContext {

  /** Carries nothing. */
  CallerContext NONE = () -> Captured.NONE;

  /**
   * Returns what this thread carries now. It is quick and thread-safe. If it throws, or a {@link
   * Captured} does, that is logged as a warning, and the work goes on without a context.
   */
  Captured capture();

  /** The context of a thread at the capture. Thread-safe. */
  @FunctionalInterface
  interface Captured {

    /** Nothing. */
    Captured NONE = task -> task;

    /**
     * A task that runs {@code task} with the context, on whichever thread, and leaves that thread's
     * own as it was. The caller gets what {@code task} throws.
     */
    Runnable wrap(Runnable task);
  }
}
