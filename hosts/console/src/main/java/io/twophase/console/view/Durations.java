package io.twophase.console.view;

import io.vavr.control.Option;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/** Durations as people write them: 90d, 30m, 1h30m, 10s or 0.5s, as ISO 8601 without the PT. */
public final class Durations {

  private Durations() {}

  /** A duration that is not below zero; none of any other text. */
  public static Option<Duration> parse(String text) {
    try {
      boolean inDays = text.endsWith("d");
      Duration duration = Duration.parse((inDays ? "P" : "PT") + text);
      return Option.when(!duration.isNegative(), duration);
    } catch (DateTimeParseException | ArithmeticException none) {
      return Option.none();
    }
  }
}
