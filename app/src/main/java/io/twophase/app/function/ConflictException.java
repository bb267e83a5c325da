package io.twophase.app.function;

import io.twophase.domain.document.DocumentRef;
import java.util.Optional;

/** Ends a run whose reads do not fit together any more: the function runs again. */
final class ConflictException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Optional<DocumentRef> document;

  ConflictException(Optional<DocumentRef> document, String what) {
    super(what, null, false, false);
    this.document = document;
  }

  Optional<DocumentRef> document() {
    return document;
  }
}
