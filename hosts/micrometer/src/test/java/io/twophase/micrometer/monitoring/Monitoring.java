package io.twophase.micrometer.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The files that come with the module, as text. */
final class Monitoring {

  /** The module, in whose folder its tests run. */
  static final Path RULES = Path.of("monitoring", "twophase-alerts.yml");

  static final Path RULES_TEST = Path.of("monitoring", "twophase-alerts-test.yml");
  static final Path DASHBOARD = Path.of("monitoring", "twophase-dashboard.json");
  static final Path RUNBOOK = Path.of("..", "..", "docs", "OPERATIONS.md");

  private static final Pattern SERIES = Pattern.compile("\\btwophase_[a-z_]+");

  private Monitoring() {}

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** The names of series that a text has. */
  static Set<String> series(String text) {
    return new TreeSet<>(found(SERIES, text, 0));
  }

  /** What a group of a pattern matches, each time. */
  static List<String> found(Pattern pattern, String text, int group) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(group)).toList();
  }
}
