package io.twophase.console;

import io.twophase.console.view.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The screens that every page leads to, and the title of a page. */
final class Navigation {

  private static final List<String> PATHS =
      List.of("/now", "/find", "/consumers", "/periods", "/audit", "/actions");

  private Navigation() {}

  /** The screens as a page shows them that is at this path itself, or below it. */
  static List<Map<String, Object>> at(String path) {
    return PATHS.stream()
        .map(
            screen ->
                Json.object(
                    "path",
                    screen,
                    "name",
                    words(screen.substring(1)),
                    "isCurrent",
                    path.equals(screen) || path.startsWith(screen + "/")))
        .toList();
  }

  /**
   * The title of a page.
   *
   * @param name of its template, or the kind of what was declined
   * @param of what the page is about, if that has an id
   */
  static String title(String name, Optional<String> of) {
    return words(name) + of.map(id -> " " + id).orElse("");
  }

  /** The words of a name such as {@code sign-in} or {@code NoSuchPage}. */
  private static String words(String name) {
    String words =
        name.replace('-', ' ').replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
