package io.twophase.domain.value;

/** Values for people. */
public final class Words {

  private Words() {}

  /** Its text, shortened, and then its type and size. */
  static String of(Value value) {
    String all = value.toString();
    return all.length() <= Value.MOST_WORDS
        ? all
        : cut(all, Value.MOST_WORDS) + " (" + value.type() + ", " + value.bsonSize() + " bytes)";
  }

  /** At most so many characters of a text, and a sign that there are more; no pair is parted. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "…";
  }
}
