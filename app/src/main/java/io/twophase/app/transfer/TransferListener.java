package io.twophase.app.transfer;

/**
 * Is notified of batches and transfers, after the fact, on the thread that did the work. Must not
 * throw.
 */
public interface TransferListener {

  /** Is notified and does nothing. */
  TransferListener IGNORED = new TransferListener() {};

  /** A batch begins. A lone transfer is a batch of one; a reversal is not counted. */
  default void batchBegun(int transfers) {}

  /**
   * A transfer has come to its end in this process: applied, refused, not known or not asked.
   * Called once for each time that it was asked for. A caller who asked to be answered when it is
   * decided may have had the answer before.
   */
  default void transferEnded(TransactionOutcome outcome) {}

  /** So many transfers ended with an exception, such as that the store cannot be reached. */
  default void transfersFailed(int transfers, Throwable fault) {}

  /** The host's executor threw; the batch runs on the thread that submitted it. */
  default void executorRefused() {}
}
