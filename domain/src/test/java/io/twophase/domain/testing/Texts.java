package io.twophase.domain.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Texts of tests, which are resources beside their classes. */
public final class Texts {

  private Texts() {}

  /** The text of that name beside a class. */
  public static String beside(Class<?> test, String name) {
    try (InputStream text = test.getResourceAsStream(name)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
