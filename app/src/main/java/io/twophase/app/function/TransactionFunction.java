package io.twophase.app.function;

import org.jspecify.annotations.Nullable;

/**
 * A function that reads documents, computes, and states what its transaction writes.
 *
 * <p>The function may run several times, each time with fresh reads. So a function changes nothing
 * beside what it states on its context, keeps nothing of the context after it returns, and asks for
 * no other transaction.
 *
 * @param <T> what it returns
 * @param <E> what it may throw: the exception ends the transaction with nothing written, and is
 *     thrown to the caller as it is
 */
@FunctionalInterface
public interface TransactionFunction<T extends @Nullable Object, E extends Exception> {

  /** Runs the function once. */
  T run(TransactionContext tx) throws E;
}
