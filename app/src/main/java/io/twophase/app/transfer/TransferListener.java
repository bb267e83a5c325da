package io.twophase.app.transfer;

import io.twophase.domain.id.TransactionId;
import java.time.Duration;

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
   * Work on a transfer begins in this process, and nothing of it was sent yet. Called once for each
   * time that it was asked for, unless it is handed back before.
   */
  default void transferBegun(TransactionId id) {}

  /**
   * It is certain what becomes of a transfer that was begun: it happens, or is refused for good.
   * What is left of it is to settle or to release. Called once, before {@link #transferEnded}. Not
   * called of one that is refused before anything of it is stored.
   *
   * @param outcome applied or refused; whether it is finished is not known yet
   * @param elapsed since it was begun
   */
  default void transferDecided(TransactionOutcome outcome, Duration elapsed) {}

  /**
   * A transfer that was decided is settled, or released, all of it. Called once, before {@link
   * #transferEnded}; not called where this process left the rest to recovery.
   *
   * @param outcome applied or refused
   * @param elapsed since it was begun
   */
  default void transferFinished(TransactionOutcome outcome, Duration elapsed) {}

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
