package io.twophase.cli.bench;

import io.twophase.cli.text.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;

/** Reads 0, or a number of milliseconds such as 2ms, or any other duration. */
final class LatencyConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    return text.matches("[0-9]{1,6}ms")
        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
        : new Durations().convert(text);
  }
}
