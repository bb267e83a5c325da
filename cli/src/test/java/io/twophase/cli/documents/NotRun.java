package io.twophase.cli.documents;

import java.util.Map;
import java.util.Optional;

/** The commands of the documents that the test does not run, and why. */
final class NotRun {

  private static final String MAVEN = "a build within the build; verify itself runs these tests";
  private static final String FORM = "a form of commands, not a command";
  private static final String SERVER = "needs a server of one's own";
  private static final String LONG = "measures for minutes or hours";

  /** By the beginning of the line. */
  static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("./mvnw ", MAVEN),
          Map.entry("./twophase [--store URI]", FORM),
          Map.entry("./twophase --store mongodb:", SERVER),
          Map.entry("./twophase bench --", LONG));

  /** Why a command is not run; nothing if it is. */
  static Optional<String> reason(String line) {
    return REASONS.entrySet().stream()
        .filter(entry -> line.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private NotRun() {}
}
