package io.twophase.console.screen;

import io.twophase.console.page.Pages;
import java.time.Duration;

/** Durations between steps, which may be short. */
final class Spans {

  private Spans() {}

  static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1_000) {
      return millis + " ms";
    }
    return millis < 10_000
        ? "%d.%d s".formatted(millis / 1_000, millis % 1_000 / 100)
        : Pages.text(duration);
  }
}
