package io.twophase.console.view;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Moments and durations as people write them. */
public final class Moments {

  private Moments() {}

  /** A moment: of ISO 8601, or a day, which begins at midnight UTC; none of any other text. */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(
          text.indexOf('T') < 0
              ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
              : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException none) {
      return Optional.empty();
    }
  }

  /**
   * A duration that is not below zero, such as 90d, 30m, 1h30m, 10s or 0.5s: that of ISO 8601
   * without the PT; none of any other text.
   */
  public static Optional<Duration> duration(String text) {
    try {
      Duration duration = Duration.parse((text.endsWith("d") ? "P" : "PT") + text);
      return Optional.of(duration).filter(one -> !one.isNegative());
    } catch (DateTimeException | ArithmeticException none) {
      return Optional.empty();
    }
  }
}
