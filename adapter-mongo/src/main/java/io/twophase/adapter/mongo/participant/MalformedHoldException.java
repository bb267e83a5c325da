package io.twophase.adapter.mongo.participant;

/** An element of a document's holds is not one that this version can read. */
final class MalformedHoldException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MalformedHoldException(String message, Throwable cause) {
    super(message, cause);
  }
}
