package io.twophase.domain.event;

import io.twophase.domain.TransactionId;
import java.time.Instant;
import java.util.Optional;

/**
 * A text of lines, each a word and a value. It is the same for the same values, and for no others:
 * no value has an end of a line in it.
 */
final class Lines {

  private static final int FIRST_PRINTABLE = ' ';
  private static final int DELETE = 0x7f;

  private final StringBuilder text = new StringBuilder();

  /** One line. */
  Lines with(String word, String value) {
    text.append(word).append(' ');
    value.codePoints().forEach(this::append);
    text.append('\n');
    return this;
  }

  Lines with(String word, long value) {
    return with(word, Long.toString(value));
  }

  Lines with(TransactionId id) {
    return with("transaction", id.value());
  }

  /** One line if it is known, in UTC and whole milliseconds, as stores keep times. */
  Lines at(String word, Optional<Instant> time) {
    time.ifPresent(at -> with(word, Instant.ofEpochMilli(at.toEpochMilli()).toString()));
    return this;
  }

  /**
   * Appends a text, with what is not printable, or no character, as {@code \}{@code u} and its
   * digits.
   */
  private void append(int codePoint) {
    if (codePoint == '\\') {
      text.append("\\\\");
    } else if (codePoint < FIRST_PRINTABLE
        || codePoint == DELETE
        || Character.getType(codePoint) == Character.SURROGATE) {
      text.append(String.format("\\u%04x", codePoint));
    } else {
      text.appendCodePoint(codePoint);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
