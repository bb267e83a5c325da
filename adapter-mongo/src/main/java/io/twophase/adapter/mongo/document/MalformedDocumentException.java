package io.twophase.adapter.mongo.document;

/** A document that cannot be read; its message names the field and what is wrong with it. */
public final class MalformedDocumentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** For a fault that names the field. */
  public MalformedDocumentException(String fault) {
    // the codec turns this into an answer, so nobody needs a stack trace
    super(fault, null, false, false);
  }

  /** Returns what is wrong. */
  public String fault() {
    return String.valueOf(getMessage());
  }
}
