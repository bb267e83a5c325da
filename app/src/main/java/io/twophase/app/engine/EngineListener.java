package io.twophase.app.engine;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.ports.StoreException;
import java.util.Optional;

/** Is notified, on the thread that runs an engine, of what only an engine sees. Must not throw. */
public interface EngineListener {

  /** A transaction was taken over from another, which owned the epoch before. */
  default void tookOver(TransactionId id, Epoch epoch) {}

  /**
   * So many transactions found a document held by another, or an account with as many holds as it
   * takes, and begin to wait for it. However often they try then, it is said once.
   */
  default void busy(int transactions) {}

  /** So many transactions had no answer to a step, and go on after a pause. */
  default void retried(int transactions) {}

  /**
   * A step of so many transactions is sent to the store; a batch that is one transaction counts as
   * one. Each is followed by {@link #stepEnded} on the same thread, before that begins another.
   */
  default void stepBegun(ProtocolStep step, int transactions) {}

  /**
   * The store has answered the step that was begun last on this thread, or has failed.
   *
   * @param failure what the store threw, if it did
   */
  default void stepEnded(ProtocolStep step, Optional<StoreException> failure) {}
}
