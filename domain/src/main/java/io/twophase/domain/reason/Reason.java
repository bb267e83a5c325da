package io.twophase.domain.reason;

/**
 * Why something is refused, invalid or canceled: a word for programs, and a line for people. A new
 * refusal that is one is counted, shown and reported without another table of kinds.
 */
public interface Reason {

  /**
   * Its name in summaries, records and machine-readable answers. It is one word that stays as it is
   * from version to version.
   */
  String kind();

  /** One line for people, which names the thing and the value. Its words may change. */
  String message();
}
