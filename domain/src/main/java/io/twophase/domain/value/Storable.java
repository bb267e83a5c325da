package io.twophase.domain.value;

import java.math.BigDecimal;

/**
 * The values that a document store gives back exactly as they were given. BSON's texts are UTF-8,
 * which has no half of a surrogate pair, and its decimal numbers have 34 digits. MongoDB would
 * store a value beyond that as another, and a transaction would not know its own operations again:
 * so it is refused where it is made.
 */
public final class Storable {

  /** The number of digits of a decimal128. */
  static final int MOST_DIGITS = 34;

  /** The factor of a decimal128's digits: a power of ten from here … */
  static final int LEAST_EXPONENT = -6176;

  /** … to here. */
  static final int GREATEST_EXPONENT = 6111;

  private Storable() {}

  /**
   * Tells by an exception that a text cannot be stored.
   *
   * @param what it is, for the message
   * @throws IllegalArgumentException if it has half of a surrogate pair, as a text has that was cut
   *     within an emoji
   */
  public static void requireText(String what, String text) {
    int half = halfPair(text);
    if (half < 0) {
      return;
    }
    String before = Words.cut(text.substring(0, half), Value.MOST_WORDS);
    throw new IllegalArgumentException(
        "%s beginning \"%s\" has half of a character, \\u%x, at place %s: it cannot be stored"
            .formatted(what, before, (int) text.charAt(half), half));
  }

  /**
   * Returns where the first half of a surrogate pair without its other half is; -1 if there is
   * none.
   */
  static int halfPair(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (Character.isSurrogate(text.charAt(at))) {
        // a pair is one code point of two characters
        if (Character.charCount(text.codePointAt(at)) == 1) {
          return at;
        }
        at++;
      }
    }
    return -1;
  }

  /**
   * Tells by an exception that a number cannot be stored.
   *
   * @throws IllegalArgumentException if a decimal128 does not have all of its digits, or not at its
   *     scale
   */
  static void requireDecimal(BigDecimal number) {
    if (!isDecimal128(number)) {
      throw new IllegalArgumentException(
          ("the decimal number %s cannot be stored: it has %s digits and the exponent %s; there are"
                  + " %s digits, and exponents from %s to %s")
              .formatted(
                  Words.cut(number.toString(), Value.MOST_WORDS),
                  number.precision(),
                  -(long) number.scale(),
                  MOST_DIGITS,
                  LEAST_EXPONENT,
                  GREATEST_EXPONENT));
    }
  }

  /** Returns whether a decimal128 has all of its digits, at its scale. */
  static boolean isDecimal128(BigDecimal number) {
    long exponent = -(long) number.scale();
    return number.precision() <= MOST_DIGITS
        && exponent >= LEAST_EXPONENT
        && exponent <= GREATEST_EXPONENT;
  }
}
