package io.twophase.domain.participant;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;

/** How large a document that takes part may become. */
public final class SizeLimit {

  /** As large as MongoDB stores a document. */
  public static final long DOCUMENT_BYTES = 16L * 1024 * 1024;

  /** What is left for the fields of the protocol: a hold, bounds, the last transaction. */
  public static final long RESERVED_BYTES = 256L * 1024;

  private SizeLimit() {}

  /** The refusal of a document of these fields, if it would be too large. */
  public static Option<DocumentRefusal> refusal(DocumentRef document, Fields fields) {
    long bytes = fields.bsonSize() + document.id().bsonSize();
    long limit = DOCUMENT_BYTES - RESERVED_BYTES;
    return Option.when(
        bytes > limit, () -> new DocumentRefusal.DocumentTooLarge(document, bytes, limit));
  }
}
