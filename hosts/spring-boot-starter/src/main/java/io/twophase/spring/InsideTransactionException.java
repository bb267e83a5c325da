package io.twophase.spring;

/**
 * Twophase was asked to write while the calling thread has a transaction of a {@code
 * MongoTransactionManager} open. Nothing was sent.
 */
public final class InsideTransactionException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  InsideTransactionException() {
    super(
        "Twophase is called inside an open transaction of a MongoTransactionManager. Its writes"
            + " would be no part of that transaction: they would stay if it is rolled back. Call"
            + " Twophase before the transaction begins or after it has ended, or do all of the"
            + " work in one Twophase transaction.");
  }
}
