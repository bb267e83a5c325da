package io.twophase.app.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as 90d, 30m, 1h30m, 10s or 0.5s: those of ISO 8601, without the PT. */
final class Durations implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      boolean inDays = text.endsWith("d");
      Duration duration = Duration.parse((inDays ? "P" : "PT") + text);
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (DateTimeParseException none) {
      // said below
    }
    throw new TypeConversionException(
        "'" + text + "' is not a duration such as 30m, 10s, 0.5s or 90d");
  }
}
