package io.twophase.app.transfer.batch;

import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.ports.CallerContext;

/**
 * A request in a batch. The batch answers each entry in one value with it ({@link Answered}). While
 * the batch runs, entries are notified of earlier answers, on the thread that runs it. These
 * methods must not throw.
 */
public interface BatchEntry {

  /** The request. */
  Request request();

  /** What its caller's thread carried when it was asked for. */
  default CallerContext.Captured context() {
    return CallerContext.Captured.NONE;
  }

  /** The outcome is certain. The transfer may not be finished. */
  default void decided(TransactionOutcome outcome) {}

  /** The transfer has ended, while others of the batch go on. */
  default void ended(TransactionOutcome outcome) {}
}
