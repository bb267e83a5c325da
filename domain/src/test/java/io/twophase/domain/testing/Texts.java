package io.twophase.domain.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts of tests, which are resources beside their classes. */
public final class Texts {

  private static final Pattern ESCAPED = Pattern.compile("\\\\u(\\p{XDigit}{4})");

  private Texts() {}

  /** The text of that name beside a class. */
  public static String beside(Class<?> test, String name) {
    try (InputStream text = test.getResourceAsStream(name)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * A text that a page writes by escapes such as {@code \\u00a0}, and two quotes if it is empty.
   */
  public static String of(String written) {
    return ESCAPED
        .matcher(written.equals("''") ? "" : written)
        .replaceAll(
            all ->
                Matcher.quoteReplacement(
                    Character.toString((char) Integer.parseInt(all.group(1), 16))));
  }
}
