package io.twophase.adapter.mongo.driver;

import io.twophase.ports.StoreException;

/**
 * The server refused a write for certain: it was not made. In a command of several, those before it
 * were made, and those behind it were not sent.
 */
public class RefusedWriteException extends StoreException {

  private static final long serialVersionUID = 1L;

  /** A refusal of a write that {@code refusal} names. */
  public RefusedWriteException(StoreException refusal) {
    super(String.valueOf(refusal.getMessage()), refusal);
  }

  /**
   * A write was refused because it, or the document that it makes, is larger than a server takes.
   */
  public static final class TooLargeException extends RefusedWriteException {

    private static final long serialVersionUID = 1L;

    TooLargeException(StoreException refusal) {
      super(refusal);
    }
  }
}
