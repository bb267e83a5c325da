package io.twophase.ports;

/**
 * Wakes whoever waits for decided records, where the store can. It is a hint and nothing more: it
 * may come without a reason, once for many decisions, late, or never. So whoever listens looks by
 * itself now and then too, and what it finds then is what counts. Thread-safe.
 */
public interface DecisionSignal {

  /** The signal of a store that wakes nobody. */
  DecisionSignal NONE = listener -> () -> {};

  /**
   * Calls {@code listener} when records may have been decided, by whatever process, until it is
   * closed. It returns at once, and throws nothing: a store that cannot be reached wakes nobody
   * until it can.
   *
   * @param listener is called on any thread, one call at a time; it returns at once and throws
   *     nothing
   */
  Listening listen(Runnable listener);

  /** Somebody who listens. */
  interface Listening extends AutoCloseable {

    /**
     * Ends it, and the threads that it has. No call of the listener begins after this has returned.
     * Idempotent.
     */
    @Override
    void close();
  }
}
