package io.twophase.app.audit;

import java.time.Duration;
import java.util.Locale;

/** Plain words for what findings name. */
final class FindingText {

  private FindingText() {}

  /** The name of a state or a direction, as answers write it. */
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** As durations are written on the command line: 49h3m, 30m or 12s, to the second. */
  static String duration(Duration duration) {
    String iso = Duration.ofSeconds(duration.toSeconds()).toString();
    return iso.substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
