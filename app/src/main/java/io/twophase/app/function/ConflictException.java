package io.twophase.app.function;

import io.twophase.domain.document.DocumentRef;
import io.vavr.control.Option;

/** Ends a run whose reads do not fit together any more: the function runs again. */
final class ConflictException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Option<DocumentRef> document;

  ConflictException(Option<DocumentRef> document, String what) {
    super(what, null, false, false);
    this.document = document;
  }

  Option<DocumentRef> document() {
    return document;
  }
}
