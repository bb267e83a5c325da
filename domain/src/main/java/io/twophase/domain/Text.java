package io.twophase.domain;

import io.vavr.control.Either;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules for texts that are stored as they are and shown on one line, and their order. */
public final class Text {

  /** Longest name, in UTF-16 units: far above real ids, far below any server's index limit. */
  static final int MAX_LENGTH = 255;

  /** As many characters of a text as a message shows. */
  private static final int SHOWN = 60;

  private Text() {}

  /** A name in the order of Unicode code points, in which a server sorts strings bytewise. */
  interface Ordered<T extends Ordered<T>> extends Comparable<T> {

    String value();

    @Override
    default int compareTo(T other) {
      return compare(value(), other.value());
    }
  }

  static Either<InvalidId, String> check(String kind, String text) {
    return check(kind, text, MAX_LENGTH);
  }

  static Either<InvalidId, String> check(String kind, String text, int most) {
    InvalidId fault = fault(kind, Objects.requireNonNull(text, kind), most);
    return fault == null ? Either.right(text) : Either.left(fault);
  }

  private static @Nullable InvalidId fault(String kind, String text, int most) {
    String why = inName(text, most);
    return why == null ? null : new InvalidId(kind, text, why);
  }

  /** Says why a text names nothing: it breaks a rule of lines, or has white space at an end. */
  public static Optional<String> faultOfName(String text, int most) {
    return Optional.ofNullable(inName(text, most));
  }

  /** Says why a text is no line of so many characters, in UTF-16 units. */
  public static Optional<String> faultOfLine(String text, int least, int most) {
    return Optional.ofNullable(inLength(text, least, most))
        .or(() -> Optional.ofNullable(inCharacters(text)));
  }

  private static @Nullable String inName(String text, int most) {
    String length = inLength(text, 1, most);
    if (length != null) {
      return length;
    }
    return isSpace(text.charAt(0)) || isSpace(text.charAt(text.length() - 1))
        ? "begins or ends with white space"
        : inCharacters(text);
  }

  private static @Nullable String inLength(String text, int least, int most) {
    if (text.length() < least) {
      return "is empty";
    }
    return text.length() > most ? "has " + text.length() + " characters, at most " + most : null;
  }

  private static @Nullable String inCharacters(String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      // nearly all characters of ids are printable ASCII, and pass by one comparison
      if (c >= ' ' && c <= '~') {
        continue;
      }
      if (Character.isISOControl(c)) {
        return "has a control character";
      }
      int codePoint = text.codePointAt(at);
      if (isNoCharacter(codePoint)) {
        return "has a character that is not valid Unicode";
      }
      at += Character.charCount(codePoint) - 1;
    }
    return null;
  }

  /** A surrogate without its other half, or what stands for a character that was not read. */
  private static boolean isNoCharacter(int codePoint) {
    return codePoint == 0xFFFD || Character.getType(codePoint) == Character.SURROGATE;
  }

  /** The text for a message: in quotation marks, on one line, and shortened if it is long. */
  public static String quoted(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(SHOWN)
        .map(c -> Character.isISOControl(c) || isNoCharacter(c) ? 0xFFFD : c)
        .forEach(shown::appendCodePoint);
    boolean isCut = text.codePointCount(0, text.length()) > SHOWN;
    return "'" + shown + (isCut ? "…" : "") + "'";
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

  /**
   * At most how many bytes a text takes in a record, with all that is beside it. A character of
   * UTF-16 takes three bytes at most.
   */
  public static long bytes(String text) {
    return 128 + 3L * text.length();
  }
}
