package io.twophase.adapter.mongo.driver;

import io.twophase.ports.StoreException;

/** A write was refused because it, or the document that it makes, is larger than a server takes. */
public final class TooLargeException extends RefusedWriteException {

  private static final long serialVersionUID = 1L;

  TooLargeException(StoreException refusal) {
    super(refusal);
  }
}
