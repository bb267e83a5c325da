package io.twophase.app.function;

import io.twophase.domain.TransactionId;

/** Is notified of what becomes of functions. Its methods are called on callers' threads. */
public interface FunctionListener {

  /**
   * An attempt was in conflict with other transactions. The function runs again, unless that was
   * its last attempt.
   *
   * @param function the id under which the function was asked for
   * @param attempt counted from 1 in each call
   * @param conflict in words
   */
  default void functionConflicted(TransactionId function, int attempt, String conflict) {}
}
