package io.twophase.console.view;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Durations as people write them: 90d, 30m, 1h30m, 10s or 0.5s, as ISO 8601 without the PT. */
public final class Durations {

  private Durations() {}

  /** A duration that is not below zero; none of any other text. */
  public static Optional<Duration> parse(String text) {
    try {
      boolean inDays = text.endsWith("d");
      Duration duration = Duration.parse((inDays ? "P" : "PT") + text);
      return !duration.isNegative() ? Optional.of(duration) : Optional.empty();
    } catch (DateTimeParseException | ArithmeticException none) {
      return Optional.empty();
    }
  }
}
