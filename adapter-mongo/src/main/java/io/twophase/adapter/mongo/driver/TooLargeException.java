package io.twophase.adapter.mongo.driver;

import io.twophase.ports.StoreException;

/**
 * A write was refused because it, or the document that it makes, is larger than a server takes. It
 * was not made; of a command of several, those before it were, and those behind it were not sent.
 */
public final class TooLargeException extends StoreException {

  private static final long serialVersionUID = 1L;

  TooLargeException(StoreException refusal) {
    super(String.valueOf(refusal.getMessage()), refusal);
  }
}
