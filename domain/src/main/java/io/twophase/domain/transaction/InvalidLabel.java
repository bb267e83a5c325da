package io.twophase.domain.transaction;

import io.twophase.domain.Reason;

/**
 * A reason why a label is refused. Nothing is stored then.
 *
 * @param part what is wrong
 * @param why what is wrong with it, in one line that names it
 */
public record InvalidLabel(Part part, String why) implements Reason {

  /**
   * A label of a transaction is wrong.
   *
   * <p>Then: correct the label; nothing was stored.
   */
  public enum Part {
    /**
     * The reference has more than 255 characters, a control character, or white space at an end.
     */
    REFERENCE("BadReference"),
    /**
     * There are more than 32 entries, or a key has more than 64 characters, a dot or a leading
     * dollar, or a value has more than 500 characters, or a control character.
     */
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
