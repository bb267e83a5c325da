package io.twophase.app.transfer;

import io.twophase.domain.TransactionId;
import java.time.Duration;
import java.util.List;

/**
 * Is notified of batches and transfers, after the fact, on the thread that did the work. Must not
 * throw.
 */
public interface TransferListener {

  /**
   * A transfer is asked for, on its caller's own thread, and may have to wait for its batch. Called
   * once for each time that it was asked for through the queue of batches, before anything else is
   * told of it; not called of a list that is run in its order, which does not wait there.
   */
  default void transferAsked(TransactionId id) {}

  /** A batch begins. A lone transfer is a batch of one; a reversal is not counted. */
  default void batchBegun(int transfers) {}

  /**
   * Work on a transfer begins in this process, and nothing of it was sent yet. Called once for each
   * time that it was asked for, unless it is handed back before.
   */
  default void transferBegun(TransactionId id) {}

  /**
   * It is certain what becomes of a transfer that was begun: it happens, or is refused for good.
   * Its holds are still to be settled or released. Called once, before {@link #transferEnded}. Not
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

  /**
   * This thread begins to work on these transfers together: those of a batch that has begun, or
   * some that were blocked and go on. Steps of which an engine listener is told before {@link
   * #workEnded}, on this thread, are of them.
   */
  default void workBegun(List<TransactionId> transfers) {}

  /** This thread has ended the work that it began last; those without an answer are blocked. */
  default void workEnded() {}

  /**
   * A transfer ended with an exception, such as that the store cannot be reached. Called in place
   * of {@link #transferEnded}, of each of those that {@link #transfersFailed} counts.
   */
  default void transferFailed(TransactionId id, Throwable fault) {}

  /** So many transfers ended with an exception, such as that the store cannot be reached. */
  default void transfersFailed(int transfers, Throwable fault) {}

  /** The host's executor threw; the batch runs on the thread that submitted it. */
  default void executorRefused() {}
}
