package io.twophase.domain.protocol;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;

/** How a worker's run ended. */
public sealed interface Result {

  /** The record is stored; it is nobody's yet, or somebody is at it already. */
  record Submitted() implements Result {}

  /**
   * It happens: decided, for ever.
   *
   * @param finished whether all of it is known to be settled; if not, recovery settles the rest
   */
  record Applied(boolean finished) implements Result {}

  /**
   * It does not happen: decided, for ever.
   *
   * @param finished whether all of it is known to be released; if not, recovery releases the rest
   */
  record Canceled(CancelReason reason, boolean finished) implements Result {}

  /** Another transaction has this id. Nothing was changed. */
  record IdReused(Transaction existing) implements Result {}

  /** A cancel came too late: it is decided to happen. Nothing was changed. */
  record AlreadyDecided(State state) implements Result {}

  /** There is no such transaction. */
  record NotFound() implements Result {}

  /** The record cannot be read; it was left alone. */
  record Unreadable(String fault) implements Result {}

  /** Another worker is alive and at it, so recovery left it alone. */
  record Busy(Epoch epoch) implements Result {}

  /**
   * Not known: it may happen or not. Asking again by the same id resolves it.
   *
   * @param during the step that had no answer
   * @param epoch this worker's last epoch, if it had one
   */
  record Unknown(String during, Option<Epoch> epoch) implements Result {}
}
