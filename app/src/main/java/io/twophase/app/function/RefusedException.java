package io.twophase.app.function;

import io.twophase.domain.transaction.DocumentRefusal;

/** Ends a run that states what the documents which it has read refuse. */
final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient DocumentRefusal refusal;

  RefusedException(DocumentRefusal refusal) {
    super(refusal.message(), null, false, false);
    this.refusal = refusal;
  }

  DocumentRefusal refusal() {
    return refusal;
  }
}
