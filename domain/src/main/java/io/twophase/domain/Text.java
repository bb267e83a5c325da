package io.twophase.domain;

import io.vavr.control.Either;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one rule for texts that name something, and the one order in which they are sorted. */
final class Text {

  /** Longest name, in UTF-16 units: far above real ids, far below any server's index limit. */
  static final int MAX_LENGTH = 255;

  private Text() {}

  static Either<InvalidId, String> check(String kind, String text) {
    return check(kind, text, MAX_LENGTH);
  }

  static Either<InvalidId, String> check(String kind, String text, int most) {
    InvalidId fault = fault(kind, Objects.requireNonNull(text, kind), most);
    return fault == null ? Either.right(text) : Either.left(fault);
  }

  private static @Nullable InvalidId fault(String kind, String text, int most) {
    if (text.isEmpty()) {
      return new InvalidId(kind, text, "is empty");
    }
    if (text.length() > most) {
      return new InvalidId(kind, text, "has " + text.length() + " characters, at most " + most);
    }
    if (isSpace(text.charAt(0)) || isSpace(text.charAt(text.length() - 1))) {
      return new InvalidId(kind, text, "begins or ends with white space");
    }
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      // nearly all characters of ids are printable ASCII, and pass by one comparison
      if (c >= ' ' && c <= '~') {
        continue;
      }
      if (Character.isISOControl(c)) {
        return new InvalidId(kind, text, "has a control character");
      }
      if (Character.isHighSurrogate(c)
          && at + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(at + 1))) {
        at++;
      } else if (Character.isSurrogate(c) || c == '\uFFFD') {
        return new InvalidId(kind, text, "has a character that is not valid Unicode");
      }
    }
    return null;
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** For constructors: the same rule, where breaking it is a fault of the program. */
  static void require(String kind, String text) {
    require(kind, text, MAX_LENGTH);
  }

  static void require(String kind, String text, int most) {
    InvalidId fault = fault(kind, Objects.requireNonNull(text, kind), most);
    if (fault != null) {
      throw new IllegalArgumentException(fault.message());
    }
  }

  /**
   * Orders by Unicode code point, which is the order of the bytes in UTF-8 and so the order of a
   * server that sorts strings bytewise. {@link String#compareTo} differs above U+FFFF.
   */
  static int compare(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int at = 0; at < length; at++) {
      char x = a.charAt(at);
      char y = b.charAt(at);
      if (x != y) {
        return Character.isSurrogate(x) == Character.isSurrogate(y)
            ? Character.compare(x, y)
            : Boolean.compare(Character.isSurrogate(x), Character.isSurrogate(y));
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
