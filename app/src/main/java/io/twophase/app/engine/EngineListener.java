package io.twophase.app.engine;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;

/** Is notified, on the thread that runs an engine, of what only an engine sees. Must not throw. */
public interface EngineListener {

  /** Ignores every notification. */
  EngineListener IGNORED = new EngineListener() {};

  /** A transaction was taken over from another, which owned the epoch before. */
  default void tookOver(TransactionId id, Epoch epoch) {}

  /**
   * So many transactions found a document held by another, or an account with as many holds as it
   * takes, and begin to wait for it. However often they try then, it is said once.
   */
  default void busy(int transactions) {}

  /** So many transactions had no answer to a step, and go on after a pause. */
  default void retried(int transactions) {}
}
