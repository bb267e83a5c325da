package io.twophase.app.engine;

import io.twophase.domain.protocol.Worker;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;

/** Is told, on the thread that runs an engine, what becomes certain before all is finished. */
public interface Progress {

  /** Is told nothing. */
  Progress IGNORED = new Progress() {};

  /**
   * A worker's outcome is certain, as {@link Worker#certain} says; what is left of it is to settle
   * or to release. Told once for each worker, before it has finished if there is time.
   *
   * @param index the worker's, in the order given
   */
  default void decided(int index, Worker worker) {}

  /**
   * A worker has stopped while others go on. Told once for each such worker; of those that stop
   * last nothing is told, since the call ends with them.
   *
   * @param index the worker's, in the order given
   * @param failure the last fault of the store so far that ended a worker
   */
  default void stopped(int index, Worker worker, Option<StoreException> failure) {}

  /**
   * Nothing more is held, for any of them, but by those that wait for others: what is left is to
   * settle and to release. Told once.
   */
  default void allDecided() {}
}
