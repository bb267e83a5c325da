package io.twophase.app.refusal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** docs/OUTCOMES.md, as a test reads it. */
final class OutcomesPage {

  private static final Pattern NAME = Pattern.compile("`([A-Z][A-Za-z]+)`");

  private OutcomesPage() {}

  /** The kinds in the first columns of the tables between two lines of the page, in their order. */
  static List<String> kinds(String from, String to) {
    String page = page();
    int start = page.indexOf(from);
    String section = page.substring(start, page.indexOf(to, start));
    List<String> kinds = new ArrayList<>();
    for (String line : section.lines().filter(row -> row.startsWith("| `")).toList()) {
      Matcher names = NAME.matcher(line.split("\\|", 3)[1]);
      while (names.find()) {
        kinds.add(names.group(1));
      }
    }
    return kinds;
  }

  private static String page() {
    try {
      return Files.readString(
          Path.of(System.getProperty("twophase.root", ".."), "docs", "OUTCOMES.md"));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
