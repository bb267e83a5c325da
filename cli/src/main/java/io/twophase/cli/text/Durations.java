package io.twophase.cli.text;

import io.twophase.console.view.Moments;
import java.math.BigDecimal;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as 90d, 30m, 1h30m, 10s or 0.5s: those of ISO 8601, without the PT. */
public final class Durations implements ITypeConverter<Duration> {

  /** A hundred years: so long before now, a clock still has a time. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** A duration of whole milliseconds, as it is read here. */
  public static String text(Duration duration) {
    return !duration.isZero() && duration.equals(Duration.ofDays(duration.toDays()))
        ? duration.toDays() + "d"
        : BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + "s";
  }

  @Override
  public Duration convert(String text) {
    Duration duration =
        Moments.duration(text)
            .orElseThrow(() -> fault(text, "not a duration such as 30m, 10s, 0.5s or 90d"));
    if (duration.compareTo(LONGEST) > 0) {
      throw fault(text, "beyond " + LONGEST.toDays() + "d");
    }
    return duration;
  }

  private static TypeConversionException fault(String text, String what) {
    return new TypeConversionException("'" + Lines.value(text) + "' is " + what);
  }
}
