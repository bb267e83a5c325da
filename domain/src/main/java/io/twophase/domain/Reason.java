package io.twophase.domain;

/**
 * A reason why something is refused, invalid or canceled: a word for programs, and a line for
 * people. A new refusal that is one is counted, shown and reported without another table of kinds.
 */
public interface Reason {

  /** The most characters of free text that a record keeps of what is said of one account. */
  int MOST_TEXT = 500;

  /** A text, or as much of it as is kept. */
  static String cut(String text) {
    return text.length() <= MOST_TEXT
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MOST_TEXT / 2)) + "…";
  }

  /**
   * Its name in summaries, records and machine-readable answers. It is one word that stays as it is
   * from version to version: the name of its class, unless the class has another one.
   */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** One line for people, which names the thing and the value. Its words may change. */
  String message();
}
