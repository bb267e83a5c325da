package io.twophase.app.usecase;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;

/**
 * Is told what Twophase does in this process: for logs, metrics and alarms. Each method is called
 * after the fact, on the thread that did it, often in the middle of a batch; several threads call
 * at the same time. So a listener is thread-safe and short, and neither closes Twophase nor waits
 * for a transfer. What it throws is logged as a warning, and changes nothing.
 */
public interface TwoPhaseListener {

  /** Is told nothing. */
  TwoPhaseListener IGNORED = new TwoPhaseListener() {};

  /** A batch begins. A lone transfer is a batch of one; a reversal is not counted. */
  default void batchBegun(int transfers) {}

  /**
   * A transfer has come to its end in this process: applied, refused, not known or not asked. Told
   * once for each time that it was asked for. Who asked to be answered when it is decided may have
   * had the answer before.
   */
  default void transferEnded(TransferOutcome outcome) {}

  /** So many transfers ended with an exception, such as that the store cannot be reached. */
  default void transfersFailed(int transfers, Throwable fault) {}

  /** A transaction was taken over from another owner: a recovery's, or a caller's own. */
  default void tookOver(TransactionId id, Epoch epoch) {}

  /** So many transactions had no answer from the store to a step, and go on after a pause. */
  default void retried(int transactions) {}

  /** Recovery did something to a transaction, or could not. */
  default void recovered(Recovered recovered) {}

  /** A scrub found an orphan, which {@link Orphan#outcome} says whether it released. */
  default void orphanFound(Orphan orphan) {}

  /** The host's executor threw; the batch runs on the thread that gave it. */
  default void executorRefused() {}
}
