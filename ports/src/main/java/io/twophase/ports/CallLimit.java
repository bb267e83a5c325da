package io.twophase.ports;

import java.time.Duration;
import java.util.function.Supplier;

/** Limits the time that calls of one store take. Thread-safe. */
public interface CallLimit {

  /** Limits nothing: for a store whose calls wait for nobody. */
  CallLimit NONE =
      new CallLimit() {
        @Override
        public <T> T within(Duration most, Supplier<T> calls) {
          return calls.get();
        }
      };

  /**
   * Makes calls of the store's repositories, on this thread. One that is not answered when the time
   * is over ends then, as one that has no answer ends: a write is in doubt, and of a read {@link
   * StoreException} says that it failed. Calls that were answered before are answered as without a
   * limit. The limit ends with {@code calls}, however that ends, and touches no other thread.
   * Within another limit, the earlier end counts.
   *
   * @param most how long they may take together; above zero
   * @return what {@code calls} answers; what it throws is thrown
   */
  <T> T within(Duration most, Supplier<T> calls);
}
