package io.twophase.domain.transaction;

import io.twophase.domain.Reason;

/**
 * Why something cannot be said about a transaction. Nothing is stored then.
 *
 * @param part what is wrong
 * @param why what is wrong with it, in one line that names it
 */
public record InvalidLabel(Part part, String why) implements Reason {

  /** What can be wrong. */
  public enum Part {
    /** The reference. */
    REFERENCE("BadReference"),
    /** The number of entries, a key or a value. */
    METADATA("BadMetadata");

    private final String kind;

    Part(String kind) {
      this.kind = kind;
    }
  }

  @Override
  public String kind() {
    return part.kind;
  }

  @Override
  public String message() {
    return why;
  }
}
