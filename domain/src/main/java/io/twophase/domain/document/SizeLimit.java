package io.twophase.domain.document;

/** The largest size of a document that takes part. */
public final class SizeLimit {

  /** As large as MongoDB stores a document. */
  public static final long DOCUMENT_BYTES = 16L * 1024 * 1024;

  /**
   * The room for the fields of the protocol: bounds, the last transaction, and about a thousand
   * holds. A store that allows more holds refuses what comes beyond {@link #DOCUMENT_BYTES} with
   * them: as busy, for a hold that ends makes room.
   */
  public static final long RESERVED_BYTES = 256L * 1024;

  /** As large as an insert or a change may make a document, without the protocol's fields. */
  public static final long MOST_BYTES = DOCUMENT_BYTES - RESERVED_BYTES;

  private SizeLimit() {}
}
