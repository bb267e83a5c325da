package io.twophase.app.function;

import org.jspecify.annotations.Nullable;

/**
 * A function that reads documents, computes, and states what its transaction writes.
 *
 * <p>The function may run several times, each time with fresh reads. So a function changes nothing
 * beside what it states on its context, keeps nothing of the context after it returns, and asks for
 * no other transaction. An exception that it throws ends the transaction with nothing written, and
 * is thrown to the caller as it is.
 *
 * @param <T> what it returns
 */
@FunctionalInterface
public interface TransactionFunction<T extends @Nullable Object> {

  /** Runs the function once. */
  T run(TransactionContext tx);
}
