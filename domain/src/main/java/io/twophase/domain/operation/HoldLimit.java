package io.twophase.domain.operation;

/**
 * The number of holds that one account may have at a time. An account is one document, and each
 * change of it costs what the document weighs: without a limit, a hot account would grow slower and
 * slower, and in the end too large to store.
 *
 * @param holds above zero
 */
public record HoldLimit(int holds) {

  /** Documents of less than a megabyte, and room for several batches at work on one account. */
  public static final HoldLimit DEFAULT = new HoldLimit(5_000);

  /** As many as there are. */
  public static final HoldLimit NONE = new HoldLimit(Integer.MAX_VALUE);

  /**
   * @throws IllegalArgumentException if {@code holds} is below 1
   */
  public HoldLimit {
    if (holds < 1) {
      throw new IllegalArgumentException("a limit of " + holds + " holds is below 1");
    }
  }
}
