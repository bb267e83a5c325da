package io.twophase.app.transfer.batch;

import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransferOutcome;
import io.twophase.app.transfer.TransferRequest;

/**
 * A request in a batch. The batch answers each entry in one value with it ({@link Answered}). An
 * entry that has use for an earlier answer is notified while the batch runs, on the thread that
 * runs it. These methods must not throw.
 */
public interface BatchEntry {

  /** What is asked for. */
  TransferRequest request();

  /** This is certain, and may not be all done. */
  default void decided(TransferOutcome outcome) {}

  /** The transfer has come to its end, and others of the batch have not. */
  default void ended(TransferOutcome outcome) {}
}
