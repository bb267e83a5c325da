package io.twophase.app.function;

/**
 * A function declines: nothing of it is written, and the caller is answered {@link
 * FunctionOutcome.Declined}. {@link TransactionContext#decline} makes it.
 */
public final class DeclinedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DeclinedException(String why) {
    super(why, null, false, false);
  }
}
