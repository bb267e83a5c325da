package io.twophase.app.engine;

import io.twophase.domain.machine.Worker;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;

/** Is notified, on the thread that runs an engine, of what is certain before all is finished. */
public interface WorkerProgress {

  /** Ignores every notification. */
  WorkerProgress IGNORED = new WorkerProgress() {};

  /**
   * A worker's outcome is certain, as {@link Worker#result} says; what is left of it is to settle
   * or to release. Called once for each worker, before it has finished if there is time.
   *
   * @param index the worker's, in the order given
   */
  default void decided(int index, Worker worker) {}

  /**
   * A worker has stopped while others go on. Called once for each such worker, but not for those
   * that stop last, since the call ends with them.
   *
   * @param index the worker's, in the order given
   * @param failure the last fault of the store so far that ended a worker
   */
  default void stopped(int index, Worker worker, Option<StoreException> failure) {}

  /**
   * Nothing more is held, for any of them, but by those that wait for others: what is left is to
   * settle and to release. Called once.
   */
  default void allDecided() {}
}
