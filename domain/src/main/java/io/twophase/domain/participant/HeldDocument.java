package io.twophase.domain.participant;

import io.twophase.domain.document.DocumentRef;

/**
 * A hold and the document that has it: what is released or withdrawn. Who gives a hold back need
 * not know the operation, which an orphan's record would have named.
 *
 * @param document which
 * @param hold what is to be given back
 */
public record HeldDocument(DocumentRef document, DocumentHold hold) {

  /** The hold of an operation. */
  public static HeldDocument of(DocumentLeg leg) {
    return new HeldDocument(leg.document(), DocumentHold.of(leg));
  }
}
