package io.twophase.console.view;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Moments as people write them. */
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
}
